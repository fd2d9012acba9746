import { broughtScheme } from '@sitwell/question-types/mark-schemes'
import { expect, test } from 'vitest'
import { nativePackage } from '../../../organisation/export/native-package.ts'
import { readPackage } from '../../read-package.ts'
import { makeZip, smallExam, smallQuestion } from '../../testing/make-package.ts'

const scheme = {
  criteria: [
    { id: 'argument', title: 'Argument', description: 'Is it <sound>?', maxMarks: 4 },
    {
      ...{ id: 'slips', title: 'Slips', minMarks: -1, maxMarks: 0 },
      levels: [
        { marks: 0, description: 'None that matters' },
        { marks: -1, description: 'Many' },
      ],
    },
  ],
  floor: 0.5,
  guidance: '<p>Read it twice.</p>',
}
const essay = (more: object = {}) => ({ type: 'QUESTIONLTEXT', id: 'q1', text: 'Why?', marks: 4, ...more })
const read = async (question: object) =>
  readPackage({
    path: await makeZip({ 'exam.json': smallExam({ sections: [{ id: 's1', name: 'One', questions: [question] }] }) }),
  })
const problemsOf = async (question: object) => {
  const reading = await read(question)
  return reading.ok ? [] : reading.problems.map(({ place, message }) => `${place}: ${message}`)
}
const taken = async (question: object) => {
  const reading = await read(question)
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  const [only] = reading.package.exam.sections[0]?.questions ?? []
  if (!only) throw new Error('There is no question.')
  return { ...reading.package, question: only }
}
const at = 'exam.json sections[0].questions[0]'

test('a mark scheme comes with its question, and an export has it as it was', async () => {
  const { question, exam, resources, leftOut } = await taken(essay({ markScheme: scheme }))
  expect(question.markScheme).toEqual(scheme)
  expect(leftOut).toEqual([])
  const written = nativePackage({ exam, resources }).get('exam.json') ?? new Uint8Array()
  const again = await readPackage({ path: await makeZip({ 'exam.json': JSON.parse(new TextDecoder().decode(written)) }) })
  expect(again).toMatchObject({ ok: true, package: { exam } })
})

test('each text of several has a scheme of its own', async () => {
  const parts = [
    { id: 'a', marks: 4, lineCount: 5, markScheme: scheme },
    { id: 'b', marks: 2, lineCount: 5, markingNotes: '<p>Any reason.</p>' },
  ]
  const { question } = await taken({ type: 'MULTITEXT', id: 'q1', text: 'Why?', parts })
  expect(broughtScheme(question, 'a')).toEqual(scheme)
  expect(broughtScheme(question, 'b')).toEqual({ criteria: [], guidance: '<p>Any reason.</p>' })
  expect(broughtScheme(question, '')).toBeUndefined()
  expect(await problemsOf({ type: 'MULTITEXT', id: 'q1', text: 'Why?', parts, markScheme: scheme })).toEqual([
    `${at}.markScheme: each of its parts has a scheme of its own`,
  ])
})

test('texts that are marked together have one scheme', async () => {
  const texts = { type: 'MULTITEXT', id: 'q1', text: 'Why?', processing: { kind: 'person' } }
  const parts = [
    { id: 'a', marks: 3, lineCount: 5, markingNotes: '<p>One.</p>' },
    { id: 'b', marks: 1, lineCount: 5 },
  ]
  const { question } = await taken({ ...texts, parts, markScheme: scheme })
  expect(broughtScheme(question, '')).toEqual({ ...scheme, guidance: '<p>One.</p><p>Read it twice.</p>' })
  expect(broughtScheme(question, 'a')).toBeUndefined()
  expect(await problemsOf({ ...texts, parts: [{ ...parts[0], marks: 4, markScheme: scheme }] })).toEqual([
    `${at}.parts[0].markScheme: it is marked as a whole: its scheme stands at the question`,
  ])
})

test('notes for whoever marks are the first of the guidance', async () => {
  const { question } = await taken(essay({ markingNotes: '<p>First.</p>', markScheme: scheme }))
  expect(broughtScheme(question, '')).toEqual({ ...scheme, guidance: '<p>First.</p><p>Read it twice.</p>' })
  const plain = await taken(essay())
  expect(broughtScheme(plain.question, '')).toBeUndefined()
})

test('guidance is cleaned, and a file that it lacks is told at its place', async () => {
  const hostile = { ...scheme, guidance: '<p onclick="x()">Look<script>alert(1)</script></p>' }
  const { question, leftOut } = await taken(essay({ markScheme: hostile }))
  expect(question.markScheme?.guidance).toBe('<p>Look</p>')
  expect(leftOut.map(({ what }) => what)).toEqual(['onclick', '<script>'])
  expect(await problemsOf(essay({ markScheme: { ...scheme, guidance: '<img src="resources/no.png">' } }))).toEqual([
    `${at}.markScheme.guidance: The file "resources/no.png" is missing.`,
  ])
})

const criterion = { id: 'c1', title: 'Argument', maxMarks: 4 }
test.each([
  ['other marks', { criteria: [{ ...criterion, maxMarks: 3 }] }, 'criteria: the best response gets 3 by it, and has 4 to get'],
  ['an id twice', { criteria: [criterion, criterion], ceiling: 4 }, 'criteria[1].id: another criterion has this id'],
  ['ten decimals', { criteria: [{ ...criterion, maxMarks: 1 / 3 }] }, 'criteria[0].maxMarks: marks have at most nine decimals'],
  [
    'a level above the most',
    { criteria: [{ ...criterion, levels: [4, 5].map((marks) => ({ marks, description: '' })) }] },
    'criteria[0].levels[1].marks: a level lies between the least and the most of its criterion',
  ],
  [
    'a floor above its ceiling',
    { criteria: [criterion], floor: 3, ceiling: 2 },
    'floor: the least total is above the greatest',
  ],
])('a scheme with %s is refused at its place', async (_what, markScheme, problem) => {
  expect(await problemsOf(essay({ markScheme }))).toEqual([`${at}.markScheme.${problem}`])
})

test.each([
  { criteria: 'all' },
  { criteria: [{ ...criterion, id: '__proto__' }] },
  { criteria: [{ ...criterion, title: ' ' }] },
  { criteria: [{ ...criterion, points: 4 }] },
  { criteria: [{ ...criterion, maxMarks: -1 }] },
  { criteria: [{ ...criterion, minMarks: 1 }] },
  { criteria: [{ ...criterion, levels: [] }] },
  { criteria: [{ ...criterion, maxMarks: '4' }] },
  { criteria: Array.from({ length: 51 }, (_, number) => ({ ...criterion, id: `c${number}` })) },
])('%j is no scheme', async (markScheme) => {
  expect(await problemsOf(smallQuestion('q1', { markScheme }))).toHaveLength(1)
})
