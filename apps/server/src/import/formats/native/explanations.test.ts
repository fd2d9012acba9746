import type { Support } from '@sitwell/exam/paper/explanations'
import { expect, test } from 'vitest'
import { layOutExam } from '../../../assessment/form-run/lay-out-exam.ts'
import { authoredExam } from '../../authored-exam.ts'
import { readPackage } from '../../read-package.ts'
import { makeZip, smallExam, smallQuestion } from '../../testing/make-package.ts'

const glossary = (id: string, text = 'A word.') => ({ id, cards: [{ support: 'glossary', text }] })
const examWith = (question: object, more: object = {}) =>
  smallExam({ sections: [{ id: 's1', name: 'One', questions: [smallQuestion('q1', question)] }], ...more })
const read = async (exam: object) => readPackage({ path: await makeZip({ 'exam.json': exam }) })
const problems = async (exam: object) => {
  const reading = await read(exam)
  return reading.ok ? [] : reading.problems.map(({ place, message }) => `${place}: ${message}`)
}
const at = 'exam.json sections[0].questions[0]'

test.each([
  [
    'a mark that names none',
    { text: '<p data-explained=e2>Which?</p>', explanations: [glossary('e1')] },
    `${at}: Words are marked with "e2", which is no explanation of this question`,
  ],
  ['an id twice', { explanations: [glossary('e1'), glossary('e1')] }, `${at}.explanations[1].id: "e1" stands there twice.`],
  [
    'a file that is missing',
    { text: '<b data-explained="e1">x</b>', explanations: [glossary('e1', '<img src="resources/no.png">')] },
    `${at}.explanations[0].cards[0].text: The file "resources/no.png" is missing.`,
  ],
])('explanations are held against their question: %s', async (_what, question, problem) => {
  expect(await problems(examWith(question))).toContain(problem)
})

test.each([
  { cards: [] },
  { cards: [{ support: 'subtitles', text: 'x' }] },
  { cards: [{ support: 'glossary', text: 'x', lang: 'no language' }] },
  { cards: [{ support: 'glossary', text: '' }] },
  { id: 'a"b', cards: [{ support: 'glossary', text: 'x' }] },
])('%j is no explanation', async (one) => {
  expect(await problems(examWith({ explanations: [{ id: 'e1', ...one }] }))).toHaveLength(1)
})

test('the HTML of cards is cleaned, and what nothing refers to is told, as are marks outside of questions', async () => {
  const hostile = glossary('e1', '<p onclick="x()">A<script>alert(1)</script></p>')
  const section = {
    id: 's1',
    name: 'One',
    text: '<p data-explained="e1">Read.</p>',
    questions: [smallQuestion('q1', { text: '<b data-explained="e1">x</b>', explanations: [hostile, glossary('e2')] })],
  }
  const reading = await read(smallExam({ sections: [section] }))
  if (!reading.ok) throw new Error('refused')
  expect(reading.package.exam.sections[0]?.questions?.[0]?.explanations?.[0]?.cards[0]?.text).toBe('<p>A</p>')
  expect(reading.package.leftOut.map(({ what, loss }) => [what, loss])).toEqual([
    ['data-explained', undefined],
    ['onclick', undefined],
    ['<script>', undefined],
    ['an explanation', 'nothing'],
  ])
})

const cards = (['glossary', 'translation', 'spoken'] as const).map((support) => ({ support, text: support }))
const question = {
  text: '<b data-explained="all">x</b>',
  explanations: [
    { id: 'all', cards },
    { id: 'told', cards: [{ support: 'glossary', text: 'B is right.' }] },
  ],
  feedback: { parts: [{ text: '<b data-explained="told">Yes</b>' }] },
}
const offered = (supports: readonly Support[] | undefined) =>
  layOutExam(authoredExam.parse(examWith(question, { settings: { supports } }))).questions[0]?.explanations

test('a learner gets what the exam offers: all but translations where it says nothing, none where it names none', () => {
  expect(offered(undefined)).toEqual([{ id: 'all', cards: [cards[0], cards[2]] }])
  expect(offered(['translation'])).toEqual([{ id: 'all', cards: [cards[1]] }])
  expect(offered(['braille'])).toBeUndefined()
  expect(offered([])).toBeUndefined()
})

test('an explanation that only what is said of answers refers to never goes to a learner', () => {
  expect(JSON.stringify(layOutExam(authoredExam.parse(examWith(question))))).not.toContain('B is right')
})
