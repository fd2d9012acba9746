import { expect, test, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { type SignIn, type SignInsSteps, signInsMachine } from './sign-ins.machine.ts'

const one: SignIn = { id: 'a', startedAt: '', usedAt: '', isThis: true, byAdministrator: false }

const started = (steps: Partial<SignInsSteps>) => {
  const actor = createActor(signInsMachine, { input: { steps: { read: async () => [one], end: async () => 1, ...steps } } })
  actor.start()
  return actor
}

test('what was ended is told, and the list is read again', async () => {
  const read = vi.fn(async () => [one])
  const end = vi.fn(async () => 2)
  const actor = started({ read, end })
  await waitFor(actor, (state) => state.matches('shown'))
  actor.send({ type: 'end', which: 'others' })
  expect([actor.getSnapshot().value, end.mock.calls]).toEqual(['confirming', []])
  actor.send({ type: 'confirmed', password: 'mine' })
  await waitFor(actor, (state) => state.matches('shown') && state.context.notice !== undefined)
  expect(end).toHaveBeenCalledWith('others', 'mine')
  expect(read).toHaveBeenCalledTimes(2)
  expect(actor.getSnapshot().context).toMatchObject({ notice: { is: 'ended', count: 2 }, which: undefined })
})

test('a password that is refused is asked for again, with why, and is not held on to', async () => {
  const end = vi.fn<SignInsSteps['end']>().mockResolvedValueOnce('wrong').mockResolvedValueOnce('too-often')
  const actor = started({ end })
  await waitFor(actor, (state) => state.matches('shown'))
  actor.send({ type: 'end', which: 'b' })
  for (const refusal of ['wrong', 'too-often']) {
    actor.send({ type: 'confirmed', password: 'not mine' })
    await waitFor(actor, (state) => state.matches('confirming'))
    expect(actor.getSnapshot().context).toMatchObject({ refusal, which: 'b', password: '' })
  }
  actor.send({ type: 'cancelled' })
  actor.send({ type: 'end', which: 'b' })
  expect(actor.getSnapshot().context.refusal).toBeUndefined()
})

test('what could not be ended leaves the list, and says so', async () => {
  const actor = started({ end: async () => Promise.reject(new Error('no network')) })
  await waitFor(actor, (state) => state.matches('shown'))
  actor.send({ type: 'end', which: 'b' })
  actor.send({ type: 'confirmed', password: 'mine' })
  await waitFor(actor, (state) => state.matches('shown') && state.context.notice !== undefined)
  expect(actor.getSnapshot().context).toMatchObject({ notice: { is: 'failed' }, signIns: [one] })
})

test('a list that does not come can be asked for again', async () => {
  let isThere = false
  const actor = started({ read: async () => (isThere ? [one] : Promise.reject(new Error('no network'))) })
  await waitFor(actor, (state) => state.matches('failed'))
  isThere = true
  actor.send({ type: 'retry' })
  await waitFor(actor, (state) => state.matches('shown') && state.context.isAgain)
})

test('what is not confirmed is not ended', async () => {
  const end = vi.fn(async () => 1)
  const actor = started({ end })
  await waitFor(actor, (state) => state.matches('shown'))
  actor.send({ type: 'end', which: 'b' })
  actor.send({ type: 'cancelled' })
  expect(actor.getSnapshot()).toMatchObject({ value: 'shown', context: { which: undefined } })
  expect(end).not.toHaveBeenCalled()
})

test('an administrator in somebody’s name is told so, and not of a failure', async () => {
  const actor = started({ read: async () => 'refused' })
  await waitFor(actor, (state) => state.matches('refused'))
})
