import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { type LoginFlowSteps, loginFlowMachine } from './login-flow.machine.ts'

const secondStep = { userId: 1, option: 3, email: '', providers: 'app', rememberDays: 28 }
const owner = { firstName: 'Mina', lastName: 'Okafor', logonId: 'mina' }

/** Starts the flow with these steps, every other one as for a learner who has no link and needs no code. */
const start = (steps: Partial<LoginFlowSteps> = {}) => {
  const taken: string[] = []
  const noted = <A extends unknown[], T>(name: string, step: (...given: A) => T) => {
    return (...given: A): T => {
      taken.push([name, ...given.map(String)].join(' '))
      return step(...given)
    }
  }
  const actor = createActor(loginFlowMachine, {
    input: {
      steps: {
        hasSetPasswordToken: steps.hasSetPasswordToken ?? (() => false),
        wasEnded: steps.wasEnded ?? (() => false),
        checkSetPasswordToken: noted('check token', steps.checkSetPasswordToken ?? (async () => owner)),
        loginWithNewPassword: noted('login', steps.loginWithNewPassword ?? (async () => ({ secondStep: undefined }))),
        wayElsewhere: noted('elsewhere?', steps.wayElsewhere ?? (async () => undefined)),
        initializeSessionMessages: noted('messages', steps.initializeSessionMessages ?? (async () => undefined)),
        prepare: noted('prepare', steps.prepare ?? (async () => undefined)),
        enter: noted('enter', () => undefined),
      },
    },
  })
  const states: unknown[] = []
  actor.subscribe(({ value }) => states.push(value))
  actor.start()
  return {
    actor,
    taken,
    states,
    at: (state: string) => waitFor(actor, ({ value }) => value === state),
    notice: () => actor.getSnapshot().context.notice,
  }
}
const withLink = { hasSetPasswordToken: () => true }
const fails = async () => {
  throw new Error('no answer')
}

test('whose session was ended from elsewhere is told so at the form, and who follows a link sets their password all the same', async () => {
  const ended = { wasEnded: () => true }
  const [flow, linked] = [start(ended), start({ ...ended, ...withLink })]
  await flow.at('login_form')
  await linked.at('set_password')
  expect([flow.notice(), linked.notice()]).toEqual(['session ended', undefined])
})

// AUTH-126 AUTH-128 AUTH-129 AUTH-130 MFA-110 LOG-104 AUTH-116
test('a learner without a link: form, no code asked, way elsewhere, messages, what the app prepares, the app, in that order', async () => {
  const flow = start()
  await flow.at('login_form')
  flow.actor.send({ type: 'logged_in', credentialed: { secondStep: undefined } })
  await flow.at('entered')
  expect(flow.taken).toEqual(['elsewhere?', 'messages', 'prepare', 'enter'])
  expect(flow.states.slice(-4)).toEqual(['checking_redirect', 'initializing_session_messages', 'preparing', 'entered'])
})

// MFA-113 MFA-124 AUTH-128 AUTH-129
test('where a code is required nothing goes on before it is verified, and it is never asked before the credentials', async () => {
  const flow = start()
  await flow.at('login_form')
  flow.actor.send({ type: 'mfa_verified' })
  expect(flow.actor.getSnapshot().value).toBe('login_form')
  flow.actor.send({ type: 'logged_in', credentialed: { secondStep } })
  expect(flow.actor.getSnapshot().value).toBe('mfa')
  expect(flow.taken).toEqual([])
  flow.actor.send({ type: 'mfa_verified' })
  await flow.at('entered')
  expect(flow.taken).toEqual(['elsewhere?', 'messages', 'prepare', 'enter'])
})

// AUTH-126 AUTH-127
test('a link that holds leads to set password, a login with the new credentials, and the code', async () => {
  const flow = start({ ...withLink, loginWithNewPassword: async () => ({ secondStep }) })
  expect((await flow.at('set_password')).context.owner).toEqual(owner)
  flow.actor.send({ type: 'password_set', password: 'new one' })
  const { context } = await flow.at('mfa')
  expect(flow.taken).toEqual(['check token', 'login mina new one'])
  expect(context.newPassword).toBe('')
})

// AUTH-126
test('a link that does not hold leads to the login form, which says so', async () => {
  const flow = start({ ...withLink, checkSetPasswordToken: async () => undefined })
  await flow.at('login_form')
  expect(flow.notice()).toBe('link invalid')
})

// AUTH-133
test('a login that fails after set password falls back to the login form, refused or not reached', async () => {
  for (const loginWithNewPassword of [async () => undefined, fails]) {
    const flow = start({ ...withLink, loginWithNewPassword })
    await flow.at('set_password')
    flow.actor.send({ type: 'password_set', password: 'new one' })
    const { context } = await flow.at('login_form')
    expect([context.notice, context.newPassword]).toEqual(['password set', ''])
  }
})

// AUTH-131 AUTH-117
test('whoever is led elsewhere goes there instead, once, with no messages loaded', async () => {
  const led: string[] = []
  const flow = start({ wayElsewhere: async () => () => void led.push('led') })
  await flow.at('login_form')
  flow.actor.send({ type: 'logged_in', credentialed: { secondStep: undefined } })
  await flow.at('redirected')
  expect(led).toEqual(['led'])
  expect(flow.taken).toEqual(['elsewhere?'])
})

// AUTH-132
test('messages, a way elsewhere or a link check that can not be had end in the network error, with the reason', async () => {
  for (const steps of [
    { initializeSessionMessages: fails },
    { wayElsewhere: fails },
    { ...withLink, checkSetPasswordToken: fails },
  ]) {
    const flow = start(steps)
    if (!('hasSetPasswordToken' in steps)) {
      await flow.at('login_form')
      flow.actor.send({ type: 'logged_in', credentialed: { secondStep: undefined } })
    }
    expect((await flow.at('network_error')).context.problem).toBe('no answer')
    expect(flow.taken).not.toContain('enter')
  }
})

test('what the app fails to prepare stops nobody', async () => {
  const flow = start({ prepare: fails })
  await flow.at('login_form')
  flow.actor.send({ type: 'logged_in', credentialed: { secondStep: undefined } })
  await flow.at('entered')
})
