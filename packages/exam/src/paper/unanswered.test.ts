import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unanswered } from './unanswered.ts'

const state = fc.record({ id: fc.uuid(), takesAnswer: fc.boolean(), answered: fc.boolean(), reachable: fc.boolean() })

// FIN-311
test('unanswered are exactly the questions that take an answer, can be reached and have none, in order', () => {
  fc.assert(
    fc.property(fc.array(state), (questions) => {
      const ids = unanswered(questions)
      const open = questions.filter((q) => q.takesAnswer && !q.answered && q.reachable)
      expect(ids).toEqual(open.map((q) => q.id))
    }),
  )
})

test('a text to read is never unanswered', () => {
  expect(unanswered([{ id: 'read', takesAnswer: false, answered: false, reachable: true }])).toEqual([])
})
