import { type ExamContent, examContent, type PartContent, sealedType } from '@sitwell/contract'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { loadExam } from './loaded-exam.ts'
import { readPart, withPart } from './opened-part.ts'
import { sealedPartOf } from './sealed-exam.ts'

const question = (id: string, type: string, more: object = {}) => ({
  ...{ id, type, number: 1, paperPartId: 'p', versionId: id, versionNumber: 1 },
  ...more,
})
const section = (id: string, more: object = {}) => ({ id, name: id, ...more })
const file = (name: string) => ({ url: `x/${name}`, mediaType: 'image/png', name })

const content: ExamContent = z.parse(examContent, {
  ...{ examGuid: 'e', examName: 'E', version: 1, objectID: 1, settings: {}, resourceUrl: 'x/' },
  sections: [section('a'), section('b', { sectionTime: 90, sectionTimeRemaining: 42 }), section('c')],
  questions: [
    question('a1', 'STATICTEXT'),
    question('b1', sealedType, { serverAnswer: { answerText: 'Mine', options: [] }, serverSequence: 7, bookmarked: true }),
    question('c1', sealedType),
  ],
  mappings: [
    { sectionId: 'root', sectionIds: ['a', 'b', 'c'], questionIds: [] },
    ...['a', 'b', 'c'].map((id) => ({ sectionId: id, sectionIds: [], questionIds: [`${id}1`] })),
  ],
  resources: [file('shared.png')],
  sealedParts: [
    { partId: 'b', sealed: 'of b' },
    { partId: 'c', sealed: 'of c' },
  ],
})
const part = (id: string): PartContent =>
  z.parse(examContent, {
    ...content,
    sections: [section(id, { scenarioText: `SCENARIO ${id}`, sectionTime: 60, sectionTimeRemaining: 60 })],
    questions: [question(`${id}1`, 'QUESTIONLTEXT', { text: `TEXT ${id}` })],
    resources: [file('shared.png'), file(`${id}.png`)],
  })
const asItIs = async <T>(one: T) => one

test('a part that is opened has its texts and files, and what its learner gave and what is left of its time stay', () => {
  const opened = withPart(content, 'b', part('b'))
  expect(opened.questions[1]).toMatchObject({
    text: 'TEXT b',
    serverAnswer: { answerText: 'Mine' },
    serverSequence: 7,
    bookmarked: true,
  })
  expect(opened.sections[1]).toMatchObject({ scenarioText: 'SCENARIO b', sectionTime: 90, sectionTimeRemaining: 42 })
  expect(opened.resources.map(({ name }) => name)).toEqual(['shared.png', 'b.png'])
  expect(opened.sealedParts?.map(({ partId }) => partId)).toEqual(['c'])
  expect([opened.questions[0], opened.questions[2]]).toEqual([content.questions[0], content.questions[2]])
})

test('two parts that open at once are both open, and whoever holds the exam from before sees them', async () => {
  let exam = loadExam(content)
  const first = exam
  expect([sealedPartOf(exam, 'a1'), sealedPartOf(exam, 'b1')?.sealed]).toEqual([undefined, 'of b'])
  const read = await Promise.all(['b', 'c'].map((id) => readPart(exam, id, part(id), asItIs)))
  for (const { putInto } of read) exam = putInto(exam)
  expect(exam.content.sealedParts).toEqual([])
  expect(['b1', 'c1'].map((id) => sealedPartOf(exam, id))).toEqual([undefined, undefined])
  expect(['b1', 'c1'].map((id) => first.questions.get(id)?.text)).toEqual(['TEXT b', 'TEXT c'])
})

test('a part whose questions can’t all be read or rendered stays sealed whole', async () => {
  const exam = loadExam(content)
  await expect(readPart(exam, 'b', part('b'), () => Promise.reject(new Error('no network')))).rejects.toThrow('no network')
  expect(exam.questions.get('b1')?.type).toBe(sealedType)
})
