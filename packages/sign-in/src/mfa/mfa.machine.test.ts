import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { type MfaInput, type MfaSteps, mfaMachine } from './mfa.machine.ts'

const qrCode = { secret: 'JBSWY3DP', url: 'otpauth://totp/x?secret=JBSWY3DP' }
const start = (input: Partial<Omit<MfaInput, 'steps'>> = {}, steps: Partial<MfaSteps> = {}) => {
  const taken: string[] = []
  const noted =
    <A extends unknown[], T>(name: string, step: (...given: A) => Promise<T>) =>
    (...given: A) => {
      taken.push([name, ...given.map(String)].join(' '))
      return step(...given)
    }
  const actor = createActor(mfaMachine, {
    input: {
      option: 0,
      providers: ['app'],
      ...input,
      steps: {
        fetchQrCode: noted('qr', steps.fetchQrCode ?? (async () => qrCode)),
        sendCode: noted('send', steps.sendCode ?? (async () => undefined)),
        reset: noted('reset', steps.reset ?? (async () => 'reset' as const)),
      },
    },
  })
  actor.start()
  return {
    actor,
    taken,
    at: (parent: 'setup' | 'verification', child: string) =>
      waitFor(actor, ({ value }) => JSON.stringify(value) === JSON.stringify({ [parent]: child })),
    context: () => actor.getSnapshot().context,
  }
}
const fails = async () => {
  throw new Error('no answer')
}

// MFA-111 MFA-102 MFA-103
test('with nothing set up the app’s code is fetched to be scanned', async () => {
  const step = start()
  const { context } = await step.at('setup', 'entering_code')
  expect([context.provider, context.qrCode]).toEqual(['app', qrCode])
  step.actor.send({ type: 'verified' })
  expect(step.actor.getSnapshot().value).toBe('verified')
})

// MFA-103
test('another provider is set up by a code that is sent when asked for; looking at its tab sends nothing', async () => {
  const step = start({ providers: ['textmessage', 'email', 'app'] })
  await step.at('setup', 'choosing')
  step.actor.send({ type: 'provider_chosen', provider: 'email' })
  await step.at('setup', 'choosing')
  expect(step.taken).toEqual([])
  step.actor.send({ type: 'send_code' })
  await step.at('setup', 'entering_code')
  step.actor.send({ type: 'send_code' })
  await step.at('setup', 'preparing')
  await step.at('setup', 'entering_code')
  expect([step.taken, step.context().sent]).toEqual([['send email', 'send email'], 2])
  step.actor.send({ type: 'provider_chosen', provider: 'app' })
  await step.at('setup', 'entering_code')
  expect(step.context()).toMatchObject({ sent: 0, qrCode })
})

// MFA-112 MFA-104
test('an option that is set up is verified: the app at once, the others by a code that is sent', async () => {
  const app = start({ option: 3 })
  await app.at('verification', 'entering_code')
  expect(app.taken).toEqual([])
  const email = start({ option: 1, providers: ['app'] })
  await email.at('verification', 'entering_code')
  expect(email.taken).toEqual(['send email'])
  const phone = start({ option: 2 })
  await phone.at('verification', 'entering_code')
  expect(phone.taken).toEqual(['send textmessage'])
})

// ERR-112 ERR-113
test('a code that does not come is told by its own problem, and can be asked for again', async () => {
  for (const [provider, problem] of [
    ['app', 'qr'],
    ['email', 'email'],
    ['textmessage', 'textmessage'],
  ] as const) {
    const step = start({ providers: [provider] }, { fetchQrCode: fails, sendCode: fails })
    step.actor.send({ type: 'send_code' })
    const { context } = await step.at('setup', 'preparation_failed')
    expect(context.problem).toBe(problem)
    step.actor.send({ type: 'send_code' })
    await step.at('setup', 'preparing')
  }
})

// MFA-105 MFA-114
test('a reset is confirmed first, and then returns to the setup; without the confirmation nothing changes', async () => {
  const step = start({ option: 3, providers: ['app', 'email'] })
  await step.at('verification', 'entering_code')
  step.actor.send({ type: 'confirmed' })
  step.actor.send({ type: 'reset' })
  await step.at('verification', 'confirming_reset')
  step.actor.send({ type: 'cancelled' })
  await step.at('verification', 'entering_code')
  expect(step.taken).toEqual([])
  step.actor.send({ type: 'reset' })
  step.actor.send({ type: 'confirmed' })
  await step.at('setup', 'entering_code')
  expect([step.taken, step.context().option]).toEqual([['reset', 'qr'], 0])
})

// ERR-111
test('a reset that fails is told, and the verification stays', async () => {
  const step = start({ option: 3 }, { reset: fails })
  await step.at('verification', 'entering_code')
  step.actor.send({ type: 'reset' })
  step.actor.send({ type: 'confirmed' })
  await step.at('verification', 'resetting')
  expect((await step.at('verification', 'entering_code')).context.problem).toBe('reset')
})

// MFA-105 MFA-114
test('where the server wants a proof first, the setup returns when the mailed code was right', async () => {
  const step = start({ option: 3 }, { reset: async () => 'email' })
  await step.at('verification', 'entering_code')
  step.actor.send({ type: 'reset' })
  step.actor.send({ type: 'confirmed' })
  await step.at('verification', 'proving_reset')
  step.actor.send({ type: 'cancelled' })
  await step.at('verification', 'entering_code')
  step.actor.send({ type: 'reset' })
  step.actor.send({ type: 'confirmed' })
  await step.at('verification', 'proving_reset')
  step.actor.send({ type: 'reset_proven' })
  await step.at('setup', 'entering_code')
})

test('where only an administrator may reset, that is told', async () => {
  const step = start({ option: 3 }, { reset: async () => 'administrator' })
  await step.at('verification', 'entering_code')
  step.actor.send({ type: 'reset' })
  step.actor.send({ type: 'confirmed' })
  await step.at('verification', 'resetting')
  expect((await step.at('verification', 'entering_code')).context.problem).toBe('administrator')
})
