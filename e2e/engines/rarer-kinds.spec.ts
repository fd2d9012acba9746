import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { QuestionSpec } from '../arrange-exam.ts'
import { writeCodePackage } from '../custom-code.ts'
import { exam, expect, organisation, radio, type World } from '../fixtures.ts'
import { pictureFiles } from '../picture-questions.ts'
import { sessionOf } from '../session-of.ts'
import type { Driven } from './driven.ts'
import { look, next, press, previous, typeInto, untilAt, untilQuestion, untilSays, untilShown } from './hands.ts'
import { inEachEngine } from './in-each-engine.ts'

const media = (name: string) => new URL(`../media/${name}`, import.meta.url)
const letters = (...texts: string[]) => texts.map((text, index) => ({ id: String(index + 1), text }))
const form = (...components: object[]): QuestionSpec => ({
  type: 'QGRID',
  text: '<p>Fill this in.</p>',
  rows: [{ cells: [{ components }] }],
})
const map = { src: 'resources/map.png', alt: 'A map of the bay' }
const areas = [
  { id: 'a', name: 'Harbour', x: 10, y: 10, width: 12, height: 12 },
  { id: 'b', name: 'Island', x: 45, y: 40, width: 12, height: 12 },
]
const feedback = { parts: [{ text: '<p>It flies at night.</p>', when: [{ on: 'mark', is: 'wrong' }] }] }

interface Kind {
  readonly question: QuestionSpec
  /** With mouse and keys. */
  answer(driven: Driven): Promise<void>
  /** Waits until the page shows what was answered. */
  found(driven: Driven): Promise<void>
}

const untilPlays = (driven: Driven) =>
  driven.until('a sound plays', () => [...document.querySelectorAll('audio')].some(({ currentTime }) => currentTime > 0.2))

const untilCounts = (driven: Driven, value: string) =>
  driven
    .frame('article iframe')
    .until(
      `the control shows ${value}`,
      (wanted: string) => [...document.querySelectorAll('input')].some((field) => field.value === wanted),
      value,
    )

const kinds: readonly Kind[] = [
  {
    question: { type: 'RADIOOTHER', text: '<p>Which fuel?</p>', options: letters('Gas', 'Coal', 'Another'), lineCount: 4 },
    answer: async (driven) => {
      await press('article *', 'Another')(driven)
      await typeInto('article textarea', 'Peat')(driven)
    },
    found: (driven) => untilShown(driven, ['Peat']),
  },
  {
    question: form(
      { kind: 'input', id: 'pupils', label: 'Pupils', format: 'number' },
      { kind: 'checkbox', id: 'lift', label: 'With a lift' },
    ),
    answer: async (driven) => {
      await typeInto('article input:not([type=checkbox])', '24')(driven)
      await press('article label', 'With a lift')(driven)
    },
    found: async (driven) => {
      await untilShown(driven, ['24'])
      await untilShown(driven, ['With a lift'])
    },
  },
  {
    question: form({ kind: 'drawing', id: 'way', label: 'Your way', ...map, width: 800, height: 600 }),
    answer: (driven) => driven.drag({ css: 'article [role="application"]' }, { css: 'article [role="application"]' }),
    found: (driven) => untilSays(driven, '1 stroke'),
  },
  {
    question: form({ kind: 'areaOrder', id: 'order', label: 'In order', ...map, areas }),
    answer: async (driven) => {
      await press('article button', 'Island')(driven)
      await look()
      await press('article button', 'Harbour')(driven)
    },
    found: (driven) =>
      driven.until('the island is first, the harbour second', () => {
        const chosen = [...document.querySelectorAll<HTMLSelectElement>('article select')]
        return chosen.map((list) => list.selectedOptions[0]?.textContent).join() === 'B: Island,A: Harbour'
      }),
  },
  {
    question: { type: 'ASCX', text: '<p>Three quarters</p>', controlName: 'fraction-builder', properties: [] },
    answer: async (driven) => {
      const control = driven.frame('article iframe')
      await control.press({ css: 'input' })
      await control.type('3')
    },
    found: (driven) => untilCounts(driven, '3'),
  },
  {
    question: { type: 'EVIDENCE', marks: 0, text: '<p>Your joint</p>', evidenceText: '<p>A photograph, please.</p>' },
    answer: (driven) => driven.choose('input[type="file"]', fileURLToPath(media('square.png'))),
    found: (driven) =>
      driven.until('the file is on the server', () =>
        document.querySelector('ul[aria-labelledby="upload-uploaded"]')?.textContent?.includes('square.png'),
      ),
  },
  {
    question: radio('<p>Who calls?</p><audio src="resources/call.mp3" title="A call"></audio>', ['An owl', 'A dog'], 0),
    answer: async (driven) => {
      await press('article button', 'Play')(driven)
      await untilPlays(driven)
      await press('article *', 'An owl')(driven)
    },
    found: (driven) => untilShown(driven, ['An owl']),
  },
  {
    question: { ...radio('Which of them hunts at noon?', ['An owl', 'A hawk'], 1), attempts: 2, feedback },
    answer: async (driven) => {
      await press('article *', 'An owl')(driven)
      await press('button', 'Check answer')(driven)
    },
    found: async (driven) => {
      await untilSays(driven, 'It flies at night.')
      await untilSays(driven, '1 attempt left')
    },
  },
]

const open = async (driven: Driven, world: World, which: number) => {
  const launch = encodeURIComponent(JSON.stringify(await sessionOf(world, world.people[0])))
  await driven.goTo(`${world.origin}/exam/${world.exams[which]?.examGuid}?x=${launch}`)
  await untilAt(driven, '/intro')
  await look()
  await press('main button', 'Start')(driven)
  await untilQuestion(driven, 1)
}

const untilSaved = (driven: Driven) =>
  driven.until('everything is saved', () => document.querySelector('[data-state="on-server"]') !== null)

const sitRarerKinds = async (driven: Driven, world: World) => {
  await open(driven, world, 0)
  for (const [index, { answer, found }] of kinds.entries()) {
    await untilQuestion(driven, index + 1)
    await look()
    await answer(driven)
    await found(driven)
    if (index < kinds.length - 1) await next(driven)
  }
  await untilSaved(driven)
  // Neither pictures, sounds nor files keep the browser from keeping answers: private windows of WebKit take none as they are.
  await driven.until(
    'the browser keeps the answers',
    () => !document.body.textContent?.includes('This browser can’t keep your answers'),
  )
  await driven.reload()
  for (const [back, { found }] of [...kinds].reverse().entries()) {
    await untilQuestion(driven, kinds.length - back)
    await look()
    await found(driven)
    if (back < kinds.length - 1) await previous(driven)
  }
}

const workCode = async (driven: Driven, world: World) => {
  await open(driven, world, 1)
  const code = driven.frame('[data-testid="code-frame"]', 'iframe')
  const untilPressed = (count: number) =>
    code.until(
      `${count} presses are counted`,
      (wanted: string) => document.body.textContent?.includes(wanted),
      `Pressed ${count} of 5`,
    )
  await untilPressed(0)
  for (const count of [1, 2]) {
    await look()
    await code.press({ css: 'button' })
    await untilPressed(count)
  }
  await untilSaved(driven)
  await driven.reload()
  await untilPressed(2)
}

inEachEngine(
  'forms, a drawing, a picture, a control, a file, a sound, a checked answer and code are worked and found again',
  async (driven, sitwell) => {
    const tone = new Uint8Array(await readFile(media('tone.mp3')))
    const call = Uint8Array.from(Array.from({ length: 8 }, () => [...tone]).flat())
    const questions = kinds.map(({ question }) => question)
    const files = { ...(await pictureFiles()), 'resources/call.mp3': call }
    const { path, remove } = await writeCodePackage(['counter'], new Uint8Array(await readFile(media('square.png'))))
    const world = await sitwell.arrange(
      organisation({
        exams: [exam({ name: 'Rarer kinds', questions, files })],
        packages: [path],
        schedules: [{ exam: 0 }, { exam: 1 }],
      }),
    )
    await remove()
    await sitRarerKinds(driven, world)
    expect(await sitwell.answersOf(world)).toHaveLength(kinds.length)
    await workCode(driven, world)
    const texts = (await sitwell.answersOf(world)).map(({ answerText }) => answerText)
    expect(texts.join()).toContain('{"base":{"integer":2}}')
  },
)
