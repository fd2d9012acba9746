import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openQuestions } from './unanswered.ts'

const state = fc.record({
  id: fc.uuid(),
  wantsAnswer: fc.boolean(),
  answered: fc.constantFrom('not', 'partly', 'fully'),
  lacksFile: fc.boolean(),
  reachable: fc.boolean(),
})

// FIN-311
test('open are exactly the questions that want an answer, can be reached and have none or a part of one, in order', () => {
  fc.assert(
    fc.property(fc.array(state), (questions) => {
      const wanted = questions.filter((q) => q.wantsAnswer && q.reachable)
      const idsOf = (some: typeof questions) => some.map(({ id }) => id)
      expect(openQuestions(questions)).toEqual({
        unanswered: idsOf(wanted.filter(({ answered }) => answered === 'not')),
        partly: idsOf(wanted.filter(({ answered }) => answered === 'partly')),
        lackingFiles: idsOf(wanted.filter(({ answered, lacksFile }) => answered !== 'fully' && lacksFile)),
      })
    }),
  )
})

test('a text to read is never unanswered', () => {
  const text = { id: 'read', wantsAnswer: false, answered: 'not', lacksFile: false, reachable: true } as const
  expect(openQuestions([text])).toEqual({ unanswered: [], partly: [], lackingFiles: [] })
})
