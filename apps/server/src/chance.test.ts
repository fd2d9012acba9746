import fc from 'fast-check'
import { expect, test } from 'vitest'
import { authoredQuestionsOf, layOutExam, layoutFor } from './assessment/form-run/lay-out-exam.ts'
import { chanceOf } from './chance.ts'
import { authoredExam } from './import/authored-exam.ts'

test('chance is the same for the same seed, another for another, and from 0 to below 1', () => {
  const numbers = (seed: string) => {
    const chance = chanceOf(seed)
    return [chance(), chance(), chance()]
  }
  fc.assert(
    fc.property(fc.string(), (seed) => {
      expect(numbers(seed)).toEqual(numbers(seed))
      expect(numbers(seed)).not.toEqual(numbers(`${seed}'`))
      for (const one of numbers(seed)) expect(one >= 0 && one < 1).toBe(true)
    }),
  )
})

const letters = ['a', 'b', 'c', 'd', 'e', 'f']
const exam = authoredExam.parse({
  format: 'sitwell-exam',
  formatVersion: 1,
  examGuid: 'exam',
  examTypeGuid: 'type',
  name: 'Match',
  version: 1,
  objectID: 1,
  sections: [
    {
      id: 's',
      name: 'S',
      questions: [
        {
          type: 'MATCH',
          id: 'q',
          text: '',
          options: [{ id: '1', text: 'One' }],
          selections: letters.map((id) => ({ id, text: id })),
          key: { 1: 'a' },
          dragAndDrop: true,
        },
        { type: 'STATICTEXT', id: 't', text: 'Read' },
      ],
    },
  ],
})

// QMATCH-203
test('a learner finds the selections in one order however often they come back, and two learners in their own', () => {
  const loaded = { questions: authoredQuestionsOf(exam), layout: layOutExam(exam) }
  const orderFor = (scheduleGuid: string) => {
    const [match] = layoutFor(loaded, scheduleGuid).questions
    // As the type's marking lists it.
    return ((match?.selections ?? []) as { id: string }[]).map(({ id }) => id)
  }
  const schedules = Array.from({ length: 30 }, (_, index) => `schedule-${index}`)
  for (const one of schedules) {
    expect(orderFor(one)).toEqual(orderFor(one))
    expect([...orderFor(one)].sort()).toEqual(letters)
  }
  expect(new Set(schedules.map((one) => orderFor(one).join(''))).size).toBeGreaterThan(20)
  expect(layoutFor(loaded, 'any').questions[1]).toEqual(loaded.layout.questions[1])
})

// ENT-207
test('that a question is dragged and dropped comes from its author', () => {
  expect(layOutExam(exam).questions.map(({ dragAndDrop }) => dragAndDrop)).toEqual([true, false])
})
