import { expect, test } from 'vitest'
import { unheardIn } from './unheard-attempts.ts'

test('an attempt whose reply got lost is the same one when its learner comes back to the question', () => {
  const formRun = { formRunGuid: 'f' }
  const first = unheardIn(formRun).idOf('q1', undefined)
  // Whatever was done at others meanwhile.
  expect(unheardIn(formRun).idOf('q2', undefined)).not.toBe(first)
  expect(unheardIn(formRun).idOf('q1', undefined)).toBe(first)
})

test('one that was heard of, or by another button, is a new one', () => {
  const formRun = { formRunGuid: 'f' }
  const first = unheardIn(formRun).idOf('q1', undefined)
  const hint = unheardIn(formRun).idOf('q1', 0)
  expect(hint).not.toBe(first)
  unheardIn(formRun).heard('q1')
  expect(unheardIn(formRun).idOf('q1', 0)).not.toBe(hint)
  expect(unheardIn({ formRunGuid: 'f' }).idOf('q1', 0)).not.toBe(hint)
})
