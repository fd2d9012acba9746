import { expect, test } from 'vitest'
import { authoredExam } from '../../import/authored-exam.ts'
import { drawExam } from './draw-exam.ts'
import { authoredQuestionsOf, layOutExam } from './lay-out-exam.ts'

const text = (id: string, more: object = {}) => ({ type: 'STATICTEXT', id, text: id, ...more })
const examOf = (...sections: object[]) =>
  authoredExam.parse({
    format: 'sitwell-exam',
    formatVersion: 1,
    examGuid: 'exam',
    examTypeGuid: 'type',
    name: 'Pool',
    version: 1,
    objectID: 1,
    sections,
  })

test('what a seed draws is what it has drawn since there were draws: form runs that were begun stay as they were', () => {
  const pool = { id: 's', name: 'S', select: 4, shuffle: true }
  const questions = [...'abcdefgh'].map((id) => text(id, id === 'c' ? { required: true, fixed: true } : {}))
  const inner = [...'pqrs'].map((id) => ({ id: `s${id}`, name: id, visible: false, questions: [text(id), text(`${id}2`)] }))
  const mixed = { id: 'mixed', name: 'M', select: 3, shuffle: true, sections: inner }
  const drawn = (seed: string) =>
    authoredQuestionsOf(drawExam(examOf({ ...pool, questions }, mixed), seed))
      .map(({ id }) => id)
      .join(' ')
  expect(drawn('0123456789abcdef0123456789abcdef')).toBe('c d h g q q2 r r2 p p2')
  expect(drawn('fedcba9876543210fedcba9876543210')).toBe('h c d b s s2 p p2 r r2')
})

test('a section that stands between questions has an id that no other has, whatever an author called theirs', () => {
  const among = { id: 'a', name: 'A', visible: false, questions: [text('between-1')] }
  const exam = examOf({
    id: 's',
    name: 'Around',
    sections: [
      among,
      { id: 'between-2', name: 'B', questions: [text('b')] },
      { id: 'c', name: 'C', visible: false, questions: [text('c')] },
    ],
  })
  const { mappings, sections } = layOutExam(drawExam(exam, 'any'))
  expect(mappings).toEqual([
    { sectionId: 'root', sectionIds: ['s'], questionIds: [] },
    { sectionId: 's', sectionIds: ['between-3', 'between-2'], questionIds: ['c'] },
    { sectionId: 'between-3', sectionIds: [], questionIds: ['between-1'] },
    { sectionId: 'between-2', sectionIds: [], questionIds: ['b'] },
  ])
  expect(sections.map(({ name }) => name)).toEqual(['Around', 'Around', 'B'])
})
