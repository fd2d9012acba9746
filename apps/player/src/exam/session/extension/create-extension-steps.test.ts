import type { Api } from '@sitwell/client/api'
import type { FormRunState } from '@sitwell/contract'
import { onABusyMachine } from '@sitwell/request-queue/testing/on-a-busy-machine'
import { describe, expect, test, vi } from 'vitest'
import type { LiveNews } from '../../../live/live-news.ts'
import { createExtensionSteps } from './create-extension-steps.ts'
import type { ExtensionNotice } from './extension-steps.ts'
import { simulatedAnswerMs, withSimulatedAnswer } from './simulated-answer.ts'

const refused = { ok: false, kind: 'refused', status: 409, code: 'CANNOT_CHANGE_TIME', message: '' }
const unreachable = { ok: false, kind: 'unreachable', message: '' }
const inTrouble = { ...refused, status: 503, code: 'CANNOT_SAVE' }
const accepted = { ok: true, value: { status: 1 } }

/** What the server answers to each call by its name. */
const stepsWith = (answers: Record<string, unknown>) => {
  const calls: { name: string; input: unknown }[] = []
  const stored: boolean[] = []
  const listeners: { state?: (state: FormRunState) => void; news?: (news: LiveNews) => void } = {}
  const call = async ({ name }: { name: string }, input: unknown) => {
    calls.push({ name, input })
    return answers[name]
  }
  const steps = createExtensionSteps({
    // Boundary: a made-up server of a test, whose answers are those of the contract.
    api: { call } as unknown as Pick<Api, 'call'>,
    live: {
      onState(listener) {
        listeners.state = listener
        return () => delete listeners.state
      },
      onNews(listener) {
        listeners.news = listener
        return () => delete listeners.news
      },
    },
    formRun: {
      formRunGuid: 'run',
      saveLastSecond: async () => {},
      keepAwaiting: async (isAwaiting) => void stored.push(isAwaiting),
    },
    orgID: 7,
    newId: () => 'request',
    onError: (error) => {
      throw error
    },
  })
  return { steps, calls, stored, listeners }
}

describe('asking for an extension', () => {
  // EXT-308
  test('calls for the invigilators of the organisation with the form run, and keeps that it waits', async () => {
    const { steps, calls, stored } = stepsWith({ requestExtension: accepted })
    expect(await steps.ask()).toBe('asked')
    expect(calls).toEqual([
      { name: 'requestExtension', input: { body: { orgID: 7, formRunGuid: 'run', requestId: 'request', resumes: true } } },
    ])
    expect(stored).toEqual([true])
  })

  test('can be tried again where the server can’t be reached, and is impossible where it says no', async () => {
    for (const failure of [unreachable, inTrouble])
      expect(await stepsWith({ requestExtension: failure }).steps.ask()).toBe('unreachable')
    const declined = { ok: true, value: { status: 3, extendable: 0 } }
    expect(await stepsWith({ requestExtension: refused, dashExtendableAlert: declined }).steps.ask()).toBe('impossible')
  })

  test('that was granted before its reply arrived takes nothing away', async () => {
    const granted = { ok: true, value: { status: 2, extendable: 600 } }
    expect(await stepsWith({ requestExtension: refused, dashExtendableAlert: granted }).steps.ask()).toBe('asked')
  })

  test('is taken back by a call, and no later page waits for it', async () => {
    const { steps, calls, stored } = stepsWith({ requestExtension: accepted })
    await steps.withdraw()
    expect(calls[0]?.input).toMatchObject({ body: { withdraw: true } })
    expect(stored).toEqual([false])
  })

  // EXT-310 EXT-325
  test('hears how it stands from the server at once, and from the live connection as it comes', async () => {
    const state = { completed: false, extensionStatus: 1, extendable: 0, number: 1 } as FormRunState
    const { steps, calls, listeners } = stepsWith({ dashState: { ok: true, value: state } })
    const notices: ExtensionNotice[] = []
    const stop = steps.follow((one) => notices.push(one))
    await vi.waitFor(() => expect(notices).toHaveLength(1), onABusyMachine)
    expect(calls).toEqual([{ name: 'dashState', input: { query: { formRunGuid: 'run' } } }])
    listeners.news?.({ kind: 'paused' })
    listeners.news?.({ kind: 'time-added', byMs: 1000 })
    listeners.news?.({ kind: 'extension-requested' })
    listeners.news?.({ kind: 'extension-withdrawn' })
    listeners.news?.({ kind: 'declined' })
    listeners.news?.({ kind: 'extended', byMs: 90_000 })
    listeners.state?.({ ...state, extensionStatus: 2, extendable: 60 })
    listeners.state?.({ ...state, completed: true })
    expect(notices).toEqual([
      { status: 1, extendable: 0 },
      { status: 1, extendable: 0 },
      { status: 4, extendable: 0 },
      { status: 3, extendable: 0 },
      { status: 2, extendable: 90 },
      { status: 2, extendable: 60 },
      { status: 4, extendable: 0 },
    ])
    stop()
    expect(listeners).toEqual({})
  })

  test('takes no answer to an earlier request for its own, whenever that one comes', async () => {
    const declined = { completed: false, extensionStatus: 3, extendable: 0, number: 4 } as FormRunState
    const { steps, listeners } = stepsWith({ dashState: { ok: true, value: { ...declined, extensionStatus: 1, number: 5 } } })
    const notices: ExtensionNotice[] = []
    steps.follow((one) => notices.push(one))
    listeners.state?.(declined)
    await vi.waitFor(() => expect(notices).toHaveLength(1), onABusyMachine)
    listeners.state?.(declined)
    listeners.state?.({ ...declined, number: 6 })
    expect(notices.map(({ status }) => status)).toEqual([1, 3])
  })

  test('hears what the live connection says of it, where the server can’t be asked', async () => {
    const declined = { completed: false, extensionStatus: 3, extendable: 0, number: 4 } as FormRunState
    const { steps, listeners } = stepsWith({ dashState: unreachable })
    const notices: ExtensionNotice[] = []
    steps.follow((one) => notices.push(one))
    listeners.state?.(declined)
    await vi.waitFor(() => expect(notices).toHaveLength(1), onABusyMachine)
  })

  test('goes on listening where the server can’t be asked', async () => {
    const { steps, listeners } = stepsWith({ dashState: unreachable })
    const notices: ExtensionNotice[] = []
    steps.follow((one) => notices.push(one))
    await Promise.resolve()
    listeners.news?.({ kind: 'declined' })
    expect(notices).toEqual([{ status: 3, extendable: 0 }])
  })
})

// EXT-324
test('the test aid answers by itself after five seconds, and asks nobody', async () => {
  vi.useFakeTimers()
  const notices: ExtensionNotice[] = []
  for (const extendable of [300, 0]) {
    const { steps, calls } = stepsWith({})
    const simulated = withSimulatedAnswer(steps, extendable)
    expect(await simulated.ask()).toBe('asked')
    simulated.follow((one) => notices.push(one))
    simulated.follow((one) => notices.push(one))()
    expect(calls).toEqual([])
  }
  vi.advanceTimersByTime(simulatedAnswerMs - 1)
  expect(notices).toEqual([])
  vi.advanceTimersByTime(1)
  expect(simulatedAnswerMs).toBe(5000)
  expect(notices).toEqual([
    { status: 2, extendable: 300 },
    { status: 3, extendable: 0 },
  ])
  vi.useRealTimers()
})
