import type { ReplayStep } from '@sitwell/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { standingAfter, stepsAbout, withoutRepeats } from './standing.ts'

const step = (questionID: string | undefined, text: string, stands: boolean): ReplayStep => ({
  ...{ at: '2026-11-30T12:00:00.000Z', clock: 'server', kind: 'answer', who: 'The learner', what: 'An answer arrived.' },
  ...(questionID !== undefined && { questionID }),
  ...(stands && { stands }),
  quotes: [{ about: 'Answer', text }],
})

const anySteps = fc.array(
  fc
    .tuple(fc.constantFrom('a', 'b', undefined), fc.string({ maxLength: 3 }), fc.boolean())
    .map(([question, text, stands]) => step(question, text, stands)),
  { minLength: 1, maxLength: 30 },
)

// OFFICE-411
test('a question shows the answer of the last step up to the chosen one, and of no later step', () => {
  void fc.assert(
    fc.property(anySteps, fc.nat(29), (steps, chosen) => {
      const at = Math.min(chosen, steps.length - 1)
      const standing = standingAfter(steps, at)
      for (const id of ['a', 'b']) {
        const until = steps.slice(0, at + 1).filter(({ stands, questionID }) => stands && questionID === id)
        expect(standing.get(id)).toBe(until.at(-1))
      }
    }),
  )
})

test('the steps about a question are those that name it, and all steps are about all', () => {
  void fc.assert(
    fc.property(anySteps, (steps) => {
      expect(stepsAbout(steps, '')).toHaveLength(steps.length)
      expect(stepsAbout(steps, 'a').map((at) => steps[at]?.questionID)).toEqual(
        steps.flatMap(({ questionID }) => (questionID === 'a' ? ['a'] : [])),
      )
    }),
  )
})

test('options that were chosen are not repeated in one line, and every other quote stays', () => {
  const quote = (about: string) => ({ about, text: about })
  expect(withoutRepeats([quote('Answer'), quote('Chosen (a)'), quote('Bookmark')])).toEqual([
    quote('Chosen (a)'),
    quote('Bookmark'),
  ])
  expect(withoutRepeats([quote('Answer'), quote('Workings')])).toEqual([quote('Answer'), quote('Workings')])
})
