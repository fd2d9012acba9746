import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { type FormOutcome, type FormSteps, formMachine } from './form.machine.ts'

const start = (outcome: FormOutcome | Error, validate?: FormSteps['validate']) => {
  const asked: unknown[] = []
  const steps: FormSteps = {
    ...(validate === undefined ? {} : { validate }),
    submit: async (values) => {
      asked.push(values)
      if (outcome instanceof Error) throw outcome
      return outcome
    },
  }
  const actor = createActor(formMachine, { input: { fields: ['username', 'password'], steps } })
  const visited: unknown[] = []
  actor.subscribe(({ value }) => visited.push(value))
  actor.start()
  return {
    actor,
    asked,
    visited,
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    type: (field: string, value: string) => actor.send({ type: 'changed', field, value }),
    submit: () => actor.send({ type: 'submit' }),
    settled: () => waitFor(actor, (snapshot) => !snapshot.matches('being_submitted')),
  }
}
const filled = (outcome: FormOutcome | Error, validate?: FormSteps['validate']) => {
  const form = start(outcome, validate)
  form.type('username', 'ann')
  form.type('password', 'secret')
  return form
}
const wrong = { kind: 'failed', reason: 'signIn.wrongPassword', clear: ['password'] } as const

// AUTH-121 PASS-111 PASS-116
test('a form can be submitted only with all its fields filled', () => {
  const form = start({ kind: 'submitted' })
  expect(form.state()).toBe('not_filled')
  form.type('username', 'ann')
  form.submit()
  expect(form.state()).toBe('not_filled')
  form.type('password', 'secret')
  expect(form.state()).toBe('can_be_submitted')
  form.type('username', '')
  expect(form.state()).toBe('not_filled')
  form.type('another field', 'x')
  expect(form.context().values).toEqual({ username: '', password: 'secret' })
  expect(form.asked).toEqual([])
})

// AUTH-122 AUTH-123
test('submitting validates first, then asks once with what was typed, and ends at submitted', async () => {
  const seen: unknown[] = []
  const form = filled({ kind: 'submitted' }, (values) => {
    seen.push([values, form.asked.length])
    return undefined
  })
  form.submit()
  expect(form.state()).toEqual({ being_submitted: 'submitting' })
  expect(seen).toEqual([[{ username: 'ann', password: 'secret' }, 0]])
  form.submit()
  expect((await form.settled()).value).toBe('submitted')
  expect(form.asked).toEqual([{ username: 'ann', password: 'secret' }])
})

// AUTH-122 AUTH-124
test('what does not validate is never sent', async () => {
  const form = filled({ kind: 'submitted' }, () => ({ reason: 'password.noMatch', clear: [] }))
  form.submit()
  expect([form.state(), form.context().reason, form.asked]).toEqual(['can_be_submitted', 'password.noMatch', []])
})

// AUTH-124 AUTH-112
test('a failure clears what has to be typed again, says why, and lets the form be filled in again', async () => {
  const form = filled(wrong)
  form.submit()
  const { context, value } = await form.settled()
  expect([value, context.values, context.reason]).toEqual([
    'not_filled',
    { username: 'ann', password: '' },
    'signIn.wrongPassword',
  ])
  form.type('password', '')
  form.type('username', 'ann')
  expect(form.context().reason).toBe('signIn.wrongPassword')
  form.type('password', 'x')
  expect(form.context().reason).toBeUndefined()
  expect(form.state()).toBe('can_be_submitted')
  form.submit()
  expect((await form.settled()).context.failures).toBe(2)
})

// AUTH-125
test('an error ends there with its details, one that was thrown too', async () => {
  for (const [outcome, details] of [
    [{ kind: 'error', details: 'no answer' }, 'no answer'],
    [new Error('a bug'), 'Error: a bug'],
  ] as const) {
    const form = filled(outcome)
    form.submit()
    const { context, value } = await form.settled()
    expect([value, context.details]).toEqual(['error', details])
  }
})
