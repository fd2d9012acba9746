import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { type Credentials, type SignInOutcome, signInMachine } from './sign-in.machine.ts'

const start = (outcome: SignInOutcome) => {
  const asked: Credentials[] = []
  const signIn = async (credentials: Credentials) => {
    asked.push(credentials)
    return outcome
  }
  const actor = createActor(signInMachine, { input: { signIn } })
  actor.start()
  return {
    actor,
    asked,
    state: () => actor.getSnapshot().value,
    type: (field: 'username' | 'password', value: string) => actor.send({ type: 'changed', field, value }),
    submit: () => actor.send({ type: 'submitted' }),
    settled: () => waitFor(actor, (snapshot) => !snapshot.matches('being_submitted')),
  }
}
const filled = (outcome: SignInOutcome) => {
  const form = start(outcome)
  form.type('username', 'ann')
  form.type('password', 'secret')
  return form
}

// AUTH-121
test('the form can be submitted only with both fields filled', () => {
  const form = start({ kind: 'signed in' })
  expect(form.state()).toBe('not_filled')
  form.type('username', 'ann')
  form.submit()
  expect(form.state()).toBe('not_filled')
  form.type('password', 'secret')
  expect(form.state()).toBe('can_be_submitted')
  form.type('username', '')
  expect(form.state()).toBe('not_filled')
  expect(form.asked).toEqual([])
})

// AUTH-122 AUTH-123
test('submitting asks once, with what was typed, and ends at submitted', async () => {
  const form = filled({ kind: 'signed in' })
  form.submit()
  expect(form.state()).toEqual({ being_submitted: 'submitting' })
  form.submit()
  expect((await form.settled()).value).toBe('submitted')
  expect(form.asked).toEqual([{ username: 'ann', password: 'secret' }])
})

// AUTH-124 AUTH-112
test('a refusal forgets the password, says why, and lets the learner fill it in again', async () => {
  const form = filled({ kind: 'refused', reason: 'wrong password' })
  form.submit()
  const { context, value } = await form.settled()
  expect([value, context.username, context.password, context.refusal]).toEqual(['not_filled', 'ann', '', 'wrong password'])
  form.type('password', '')
  expect(form.actor.getSnapshot().context.refusal).toBe('wrong password')
  form.type('password', 'x')
  expect(form.actor.getSnapshot().context.refusal).toBeUndefined()
  expect(form.state()).toBe('can_be_submitted')
})

// AUTH-125
test('a server that can not be reached ends at the error', async () => {
  const form = filled({ kind: 'error', details: 'no answer' })
  form.submit()
  const { context, value } = await form.settled()
  expect([value, context.details]).toEqual(['error', 'no answer'])
})
