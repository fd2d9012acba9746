import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { answer } from '@sitwell/contract'
import { markingOf } from '@sitwell/question-types/marking'
import { authoredQuestionsOf } from '../apps/server/src/assessment/form-run/lay-out-exam.ts'
import { readPackage } from '../apps/server/src/import/read-package.ts'
import type { ExamSpec, SectionSpec } from './arrange-exam.ts'
import { pickFrom, pickNamed, pressOn, putCard, tabTo, typeInto } from './keyboard.ts'

const folder = 'demo/demo/exams/showcase'

/** The questions of the demonstration's showcase exam with their keys, by id. */
export const showcaseQuestions = async () => {
  const reading = await readPackage({ path: folder })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  return new Map(authoredQuestionsOf(reading.package.exam).map((question) => [question.id, question]))
}
type Questions = Awaited<ReturnType<typeof showcaseQuestions>>

/** Answers of which at least a part waits for a person. */
export const waitsForPerson: ReadonlySet<string> = new Set([
  'before-first',
  'write-share',
  'write-card',
  'write-reply',
  'forms-evidence',
])

/** The showcase exam as a test arranges it, with those of its questions that are wanted. */
export const showcaseExam = async (isWanted: (id: string) => boolean = () => true): Promise<ExamSpec> => {
  const exam = JSON.parse(await readFile(`${folder}/exam.json`, 'utf8'))
  const sections: SectionSpec[] = exam.sections
  return {
    name: exam.name,
    settings: exam.settings,
    gradeBoundaries: exam.gradeBoundaries,
    sections: sections
      .map((section) => ({ ...section, questions: section.questions?.filter(({ id }) => isWanted(String(id))) ?? [] }))
      .filter(({ questions }) => questions.length > 0),
    files: {
      'resources/museum-plan.png': await readFile(`${folder}/resources/museum-plan.png`),
      'resources/pulsed-signal.mp3': await readFile(`${folder}/resources/pulsed-signal.mp3`),
    },
  }
}

type Hands = (page: Page) => Promise<void>
const panel = (page: Page) => page.getByRole('main').getByRole('article')
/** The frame of a legacy control. */
const control = (page: Page) => page.frameLocator('article iframe')
const radio = (page: Page, name: string | RegExp) => panel(page).getByRole('radio', { name })

/** Chooses the option `steps` below the first, as the keyboard does in any group of radio buttons. */
const choose =
  (steps: number): Hands =>
  async (page) => {
    await tabTo(page, radio(page, /./).first())
    if (steps === 0) await page.keyboard.press('Space')
    for (let step = 0; step < steps; step += 1) await page.keyboard.press('ArrowDown')
    await expect(radio(page, /./).nth(steps)).toBeChecked()
  }

const tick =
  (...names: string[]): Hands =>
  async (page) => {
    for (const name of names) await pressOn(page, panel(page).getByRole('checkbox', { name }), 'Space')
  }

/** How each question is answered by the keyboard alone, by its id; and what the answer earns. */
export const showcaseAnswers: Readonly<Record<string, { readonly marks: number; readonly answer?: Hands }>> = {
  'before-read': { marks: 0 },
  'before-hours': { marks: 1, answer: choose(1) },
  'before-dog': { marks: 1, answer: choose(1) },
  'before-float': { marks: 1, answer: (page) => pickFrom(page, panel(page).getByRole('button', { name: /The float is/ }), 1) },
  'before-first': {
    marks: 0,
    answer: async (page) => {
      await choose(2)(page)
      await typeInto(page, panel(page).getByRole('textbox'), 'They meet everyone who needs the lift.')
    },
  },
  // Two of three, less one for the wrong one.
  'forms-note': { marks: 2, answer: tick('my mother felt dizzy', 'a guest cut his hand') },
  'before-checks': {
    marks: 1,
    answer: tick('The emergency exits are clear', 'The guest book is full', 'The ticket machine has paper'),
  },
  'before-kit': {
    marks: 2,
    answer: async (page) => {
      for (const card of ['Plasters', 'Disposable gloves', 'A foil blanket']) await putCard(page, card, 'Your choice')
    },
  },
  'floor-needs': {
    marks: 3,
    answer: async (page) => {
      const picks = [
        ['A hiker', 'Cloakroom'],
        ['A family', 'Harbour gallery'],
        ['A couple', 'Shop'],
        // One of four is wrong.
        ['A class', 'Café'],
      ] as const
      for (const [row, entry] of picks)
        await pickNamed(page, panel(page).getByRole('listitem').filter({ hasText: row }).getByRole('button'), entry)
    },
  },
  'floor-lost': {
    marks: 3,
    answer: async (page) => {
      await putCard(page, 'Stay with the child and ask its name', 'First')
      await putCard(page, 'Let a colleague announce it in the galleries', 'Then')
      await putCard(page, 'Write it into the day book', 'Last')
    },
  },
  'floor-notice': {
    marks: 3,
    answer: async (page) => {
      await pickNamed(page, panel(page).getByRole('button', { name: /Blank 1/ }), '16:15')
      await typeInto(page, panel(page).getByRole('textbox', { name: 'Blank 2' }), 'Trays')
      await pickNamed(page, panel(page).getByRole('button', { name: /Blank 3/ }), 'shop')
    },
  },
  'floor-welcome': {
    marks: 3,
    answer: async (page) => {
      for (const [index, card] of ['morning', 'ticket', 'cloakroom'].entries()) await putCard(page, card, `Blank ${index + 1}`)
    },
  },
  'floor-takings': {
    marks: 5,
    answer: async (page) => {
      const cells = panel(page).getByRole('table').getByRole('textbox')
      for (const [index, text] of ['78', '9', '21', '105.00'].entries()) await typeInto(page, cells.nth(index), text)
      await typeInto(page, panel(page).getByRole('textbox').last(), '1,3')
    },
  },
  'floor-sign': { marks: 1, answer: choose(1) },
  'write-share': {
    marks: 3,
    answer: async (page) => {
      const fields = panel(page).getByRole('textbox')
      for (const [index, text] of ['34,2', 'N', 'People like to be on the water then.'].entries())
        await typeInto(page, fields.nth(index), text)
    },
  },
  'write-card': {
    marks: 0,
    answer: async (page) => {
      await typeInto(page, panel(page).getByRole('textbox'), 'The ketch Aurora, built in 1893. ')
      await page.keyboard.press('Control+b')
      await page.keyboard.type('Forty metres long')
      // In the editor Tab indents; Escape gives it back to the page.
      await page.keyboard.press('Escape')
    },
  },
  'write-reply': {
    marks: 0,
    answer: (page) => typeInto(page, panel(page).getByRole('textbox'), 'We are sorry. The gallery is open again on Friday.'),
  },
  'write-signal': { marks: 1, answer: choose(0) },
  'forms-booking': {
    marks: 8,
    answer: async (page) => {
      await typeInto(page, panel(page).getByRole('textbox', { name: 'School', exact: true }), 'ler valley school')
      await tabTo(
        page,
        panel(page)
          .getByRole('grid')
          .getByRole('button', { name: /(^|\D)1 June/ }),
      )
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
      await typeInto(page, panel(page).getByRole('textbox', { name: 'Pupils' }), '24')
      await pressOn(page, panel(page).getByRole('radio', { name: 'Yes' }), 'Space')
      await tabTo(page, panel(page).getByRole('combobox', { name: 'Arrival' }))
      await page.keyboard.press('ArrowDown')
      await pressOn(page, panel(page).getByRole('checkbox', { name: 'Step-free way needed' }), 'Space')
      await pressOn(page, panel(page).getByRole('button', { name: 'Cloakroom' }))
      await pressOn(page, panel(page).getByRole('button', { name: 'Check the calendar' }))
      await pressOn(page, panel(page).getByRole('button', { name: 'Book the visit' }))
    },
  },
  'forms-queue': {
    marks: 1,
    answer: async (page) => {
      await tabTo(page, control(page).getByRole('slider'))
      await page.keyboard.press('Home')
      for (let step = 0; step < 7; step += 1) await page.keyboard.press('ArrowUp')
    },
  },
  'forms-share': {
    marks: 1,
    answer: async (page) => {
      for (const [name, value] of [
        ['Numerator', '3'],
        ['Denominator', '4'],
      ] as const) {
        await tabTo(page, control(page).getByRole('textbox', { name }))
        await page.keyboard.press('Control+a')
        await page.keyboard.type(value)
      }
    },
  },
  'forms-plan': { marks: 1, answer: (page) => pressOn(page, control(page).getByRole('radio').first(), 'Space') },
  'forms-evidence': { marks: 0 },
  'forms-code': { marks: 0 },
}

/** What the answers earn by the marking rules, question by question, and whether a person has to look. */
export const marksOf = (questions: Questions, stored: readonly { questionId: string; wire: unknown }[]) =>
  Object.fromEntries(
    [...questions].map(([id, question]) => {
      const given = stored.find(({ questionId }) => questionId === id)
      const { score, needsPerson } = markingOf(question).mark(question, given && answer.parse(given.wire))
      return [id, { score, needsPerson }]
    }),
  )
