import type { Outcome } from '@sitwell/client/outcome'
import type { Call, CourseAttempt, cmi5Session, ReplyOf } from '@sitwell/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followAu } from './follow-au.ts'

const origin = 'https://courses.example'
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const follow = (isFramed = true) => {
  const answer = { state: 'initialized', isThere: true, isKnown: true, heard: 0, opening: 'paper' }
  /** What a server that has forgotten the launch answers to its paper. */
  const restored = { isTaken: true }
  const heard: ((event: MessageEvent) => void)[] = []
  const frame = { contentWindow: {} as Window, src: 'https://courses.example/unit.html' }
  const onOver = vi.fn<(isElsewhere: boolean) => void>()
  const unknown = { ok: false, kind: 'refused', code: 'NOT_FOUND', status: 404, message: '' } as const
  const value = (): ReplyOf<typeof cmi5Session> => ({
    ...{ state: answer.state as 'initialized', heard: answer.heard, opening: answer.opening },
    // It is handed on as it came.
    courseAttempt: {} as CourseAttempt,
  })
  const shown: string[] = []
  const call = vi.fn(async (asked: Call, input: { body?: { opening: string } }): Promise<Outcome<typeof cmi5Session>> => {
    if (!answer.isThere) return { ok: false, kind: 'unreachable', message: '' }
    if (asked.name === 'cmi5Restore') {
      shown.push(input.body?.opening ?? '')
      return restored.isTaken ? { ok: true, value: value() } : unknown
    }
    return answer.isKnown ? { ok: true, value: value() } : unknown
  })
  const onForgotten = vi.fn<() => void>()
  const following = followAu({
    api: { call: call as never },
    sessionGuid: 's',
    opening: 'first paper',
    language: 'de',
    frame: isFramed ? frame : undefined,
    origin,
    page: { addEventListener: (_: string, hear: never) => heard.push(hear), removeEventListener: () => heard.splice(0) },
    onUpdate: () => {},
    onOver,
    onForgotten,
    onError: (error) => {
      throw error
    },
  })
  const tell = (event: object) => {
    for (const hear of [...heard]) hear(event as MessageEvent)
  }
  return { answer, restored, shown, frame, onOver, onForgotten, call, following, tell }
}

test('a unit that was terminated is over, and one that was launched somewhere else after it is told apart', async () => {
  for (const [state, isElsewhere] of [
    ['terminated', false],
    ['abandoned', true],
  ] as const) {
    const { answer, onOver } = follow()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(onOver).not.toHaveBeenCalled()
    answer.state = state
    await vi.advanceTimersByTimeAsync(5000)
    expect(onOver.mock.calls).toEqual([[isElsewhere]])
  }
})

test('without a network it goes on, and is asked again', async () => {
  const { answer, onOver } = follow()
  answer.isThere = false
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onOver).not.toHaveBeenCalled()
  Object.assign(answer, { isThere: true, state: 'terminated' })
  await vi.advanceTimersByTimeAsync(5000)
  expect(onOver).toHaveBeenCalledTimes(1)
})

test('a server that has forgotten the launch is shown it, and how it stood last', async () => {
  const { answer, shown, onOver, onForgotten } = follow()
  answer.isKnown = false
  await vi.advanceTimersByTimeAsync(5000)
  Object.assign(answer, { isKnown: true, heard: 2, opening: 'second paper' })
  await vi.advanceTimersByTimeAsync(5000)
  expect(shown).toEqual(['first paper'])
  // It knows the launch, and less of it than it did.
  Object.assign(answer, { heard: 1, opening: 'poor paper' })
  await vi.advanceTimersByTimeAsync(5000)
  expect(shown).toEqual(['first paper', 'second paper'])
  answer.state = 'terminated'
  await vi.advanceTimersByTimeAsync(5000)
  expect(onOver.mock.calls).toEqual([[false]])
  expect(onForgotten).not.toHaveBeenCalled()
})

test('a launch that the server can not be shown is told as forgotten, and asked for no more', async () => {
  const { answer, restored, call, onOver, onForgotten } = follow()
  answer.isThere = false
  await vi.advanceTimersByTimeAsync(20_000)
  expect(onForgotten).not.toHaveBeenCalled()
  answer.isThere = true
  answer.isKnown = false
  restored.isTaken = false
  await vi.advanceTimersByTimeAsync(5000)
  expect(onForgotten).toHaveBeenCalledTimes(1)
  const asked = call.mock.calls.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(call).toHaveBeenCalledTimes(asked)
  expect(onOver).not.toHaveBeenCalled()
})

test('closing it takes its page away and gives it a moment to say goodbye; it ends once, whatever comes', async () => {
  const { frame, onOver, following } = follow()
  const closed = following.close()
  expect(frame.src).toBe('about:blank')
  await vi.advanceTimersByTimeAsync(10_000)
  await closed
  following.drop()
  expect(onOver.mock.calls).toEqual([[false]])
})

test('only the page in the frame, of the courses, says that it has led its learner away', async () => {
  const { frame, onOver, tell } = follow()
  const data = { type: 'close' }
  tell({ origin: 'https://evil.example', source: frame.contentWindow, data })
  tell({ origin, source: {}, data })
  tell({ origin, source: frame.contentWindow, data: { type: 'open' } })
  expect(frame.src).not.toBe('about:blank')
  tell({ origin, source: frame.contentWindow, data })
  expect(frame.src).toBe('about:blank')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(onOver.mock.calls).toEqual([[false]])
})

test('one in a window of its own is looked at once more where its learner goes back', async () => {
  const { call, onOver, following } = follow(false)
  await following.close()
  expect(call).toHaveBeenCalledTimes(1)
  expect(onOver.mock.calls).toEqual([[false]])
})
