import { describe, expect, test, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { type Checked, passwordGateMachine } from './password-gate.machine.ts'

const openGate = (check: (password: string) => Promise<Checked>) =>
  createActor(passwordGateMachine, { input: { check } }).start()

const submit = async (answer: Checked | Error) => {
  const check = vi.fn(async (_password: string) => {
    if (answer instanceof Error) throw answer
    return answer
  })
  const gate = openGate(check)
  gate.send({ type: 'TYPED', password: 'open sesame' })
  gate.send({ type: 'SUBMIT' })
  await waitFor(gate, (state) => !state.matches('SUBMITTING'))
  return { gate, check, state: gate.getSnapshot() }
}

describe('the password gate', () => {
  // GATE-216 GATE-217
  test('can be submitted while something is typed, and no longer when it is emptied', () => {
    const gate = openGate(async () => true)
    expect(gate.getSnapshot().value).toBe('UNFILLED')
    gate.send({ type: 'TYPED', password: 'a' })
    expect(gate.getSnapshot().value).toBe('SUBMITTABLE')
    gate.send({ type: 'TYPED', password: '' })
    expect(gate.getSnapshot().value).toBe('UNFILLED')
  })

  // GATE-225
  test('sends nothing while nothing is typed', () => {
    const check = vi.fn(async () => true)
    const gate = openGate(check)
    gate.send({ type: 'SUBMIT' })
    expect(gate.getSnapshot().value).toBe('UNFILLED')
    expect(check).not.toHaveBeenCalled()
  })

  // GATE-218 GATE-219
  test('takes nothing more while the password is on its way, which it is after it was found not empty', () => {
    const check = vi.fn(() => new Promise<boolean>(() => {}))
    const gate = openGate(check)
    gate.send({ type: 'TYPED', password: 'a' })
    gate.send({ type: 'SUBMIT' })
    expect(gate.getSnapshot().value).toEqual({ SUBMITTING: 'sending' })
    gate.send({ type: 'TYPED', password: 'b' })
    gate.send({ type: 'SUBMIT' })
    expect(check).toHaveBeenCalledTimes(1)
    expect(check).toHaveBeenCalledWith('a')
  })

  test('says that there were too many tries, and takes the next one when something is typed', async () => {
    const { gate, state } = await submit('too-many')
    expect(state.value).toBe('SUBMISSION_FAILED')
    expect(state.context).toMatchObject({ passwordError: 'too-many', password: '' })
    gate.send({ type: 'TYPED', password: 'a' })
    expect(gate.getSnapshot().value).toBe('SUBMITTABLE')
    expect(gate.getSnapshot().context.passwordError).toBeUndefined()
  })

  // GATE-220 GATE-224
  test('opens when the server says yes', async () => {
    const { state } = await submit(true)
    expect(state.value).toBe('SUBMITTED')
    expect(state.status).toBe('done')
    expect(state.context.password).toBe('')
  })

  // GATE-221 GATE-222 GATE-224
  test('says so when the server says no, keeps saying it until the learner types, and has the field empty', async () => {
    const { gate, check, state } = await submit(false)
    expect(state.value).toBe('SUBMISSION_FAILED')
    expect(state.context).toMatchObject({ passwordError: 'invalid', password: '' })
    gate.send({ type: 'SUBMIT' })
    gate.send({ type: 'TYPED', password: '' })
    expect(gate.getSnapshot().context.passwordError).toBe('invalid')
    expect(check).toHaveBeenCalledTimes(1)
    gate.send({ type: 'TYPED', password: 'b' })
    expect(gate.getSnapshot().value).toBe('SUBMITTABLE')
    expect(gate.getSnapshot().context.passwordError).toBeUndefined()
  })

  // GATE-223 ERR-205 GATE-224
  test('a reply without a result is an error', async () => {
    const { state } = await submit(undefined)
    expect(state.value).toBe('SUBMISSION_ERROR')
    expect(state.context).toMatchObject({ details: 'response has no result', password: '' })
  })

  test('a check that cannot be made is an error', async () => {
    const { state } = await submit(new Error('no network'))
    expect(state.value).toBe('SUBMISSION_ERROR')
    expect(state.context.details).toBe('no network')
  })
})
