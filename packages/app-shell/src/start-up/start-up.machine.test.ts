import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { LastingProblem, type StartUpSteps, startUpMachine } from './start-up.machine.ts'

/** Runs the start-up with these steps, every other one succeeding, and gives the steps taken and where it ended. */
const run = async (steps: Partial<StartUpSteps>) => {
  const taken: string[] = []
  const noted = <T>(name: keyof StartUpSteps, otherwise: () => T) =>
    (() => {
      taken.push(name)
      const step = steps[name] as (() => T) | undefined
      return step === undefined ? otherwise() : step()
    }) as () => T
  const all: StartUpSteps = {
    loadAppSettings: noted('loadAppSettings', async () => undefined),
    isBrowserSupported: noted('isBrowserSupported', async () => true),
    isLoginAddress: steps.isLoginAddress ?? (() => false),
    restoreSession: noted('restoreSession', async () => true),
    initialiseClient: noted('initialiseClient', async () => true),
    initialiseLoginAddress: noted('initialiseLoginAddress', async () => undefined),
    loadSessionMessages: noted('loadSessionMessages', async () => undefined),
    loadGeneralMessages: noted('loadGeneralMessages', async () => undefined),
    preloadLogo: noted('preloadLogo', async () => undefined),
    untilServerReturns: steps.untilServerReturns ?? (() => new Promise(() => undefined)),
  }
  const actor = createActor(startUpMachine, { input: { steps: all } })
  const states: string[] = []
  actor.subscribe((snapshot) => states.push(JSON.stringify(snapshot.value)))
  actor.start()
  const end = await waitFor(actor, (snapshot) => snapshot.status === 'done' || snapshot.matches('initialize_error'))
  const value = typeof end.value === 'string' ? end.value : Object.keys(end.value)[0]
  return { actor, taken, end: value, problem: end.context.problem, states }
}
const fails = async () => {
  throw new Error('no answer')
}

// START-139 START-145 START-146 START-141 START-142
test('a stored session that holds: settings, browser, session, its messages, the logo', async () => {
  const { taken, end, states } = await run({})
  expect(taken).toEqual(['loadAppSettings', 'isBrowserSupported', 'restoreSession', 'loadSessionMessages', 'preloadLogo'])
  expect(end).toBe('initialized')
  expect(states[0]).toBe('{"initializing":"loading_app_settings"}')
  expect(states).toContain('{"initializing":"validating"}')
})

// START-144 START-148 START-150 START-151
test('a login address: the organisation, its login address, the general messages, the logo', async () => {
  const { taken, end } = await run({ isLoginAddress: () => true })
  expect(taken.slice(2)).toEqual(['initialiseClient', 'initialiseLoginAddress', 'loadGeneralMessages', 'preloadLogo'])
  expect(end).toBe('initialized')
})

// START-147
test('a stored session that does not hold: the same as at a login address', async () => {
  const { taken, end } = await run({ restoreSession: async () => false })
  expect(taken.slice(2)).toEqual([
    'restoreSession',
    'initialiseClient',
    'initialiseLoginAddress',
    'loadGeneralMessages',
    'preloadLogo',
  ])
  expect(end).toBe('initialized')
})

// START-149 ERR-120
test('an address of no organisation ends at no client', async () => {
  expect((await run({ isLoginAddress: () => true, initialiseClient: async () => false })).end).toBe('no_client')
})

// START-143 ERR-121
test('an unsupported browser ends there, before anything of the organisation is asked', async () => {
  const { taken, end } = await run({ isBrowserSupported: async () => false })
  expect(end).toBe('unsupported_browser')
  expect(taken).toEqual(['loadAppSettings', 'isBrowserSupported'])
})

// START-153 START-152
test('a logo that does not load stops nobody', async () => {
  expect((await run({ preloadLogo: fails })).end).toBe('initialized')
})

// START-140 START-117 START-118 ERR-116 ERR-123
test('any other step that fails ends in the initialisation error, with its reason', async () => {
  for (const [step, atLogin] of [
    ['loadAppSettings', false],
    ['isBrowserSupported', false],
    ['restoreSession', false],
    ['initialiseClient', true],
    ['initialiseLoginAddress', true],
    ['loadSessionMessages', false],
    ['loadGeneralMessages', true],
  ] as const) {
    const { end, problem } = await run({ [step]: fails, isLoginAddress: () => atLogin })
    expect([step, end, problem]).toEqual([step, 'initialize_error', 'no answer'])
  }
})

test('a start that failed goes on by itself as soon as the server is back, and says how often', async () => {
  let isThere = false
  let comeBack: () => void = () => {}
  const restarts: number[] = []
  const { actor, end } = await run({
    loadGeneralMessages: async () => {
      if (!isThere) throw new Error('no answer')
    },
    isLoginAddress: () => true,
    untilServerReturns: (count) => {
      restarts.push(count)
      return new Promise((resolve) => {
        comeBack = resolve
      })
    },
  })
  expect(end).toBe('initialize_error')
  comeBack()
  await waitFor(actor, (snapshot) => snapshot.matches('initializing'))
  await waitFor(actor, (snapshot) => snapshot.matches('initialize_error'))
  isThere = true
  comeBack()
  await waitFor(actor, (snapshot) => snapshot.matches('initialized'))
  expect(restarts).toEqual([0, 1])
})

test('what no second try mends is not tried again', async () => {
  const { actor } = await run({
    loadAppSettings: async () => {
      throw new LastingProblem('not understood')
    },
    untilServerReturns: async () => undefined,
  })
  await waitFor(actor, (snapshot) => snapshot.matches({ initialize_error: 'lasting' }))
})
