import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followAu } from './follow-au.ts'

const origin = 'https://courses.example'
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const follow = (isFramed = true) => {
  const answer = { state: 'initialized', isThere: true }
  const heard: ((event: MessageEvent) => void)[] = []
  const frame = { contentWindow: {} as Window, src: 'https://courses.example/unit.html' }
  const onOver = vi.fn<(isElsewhere: boolean) => void>()
  const call = vi.fn(async () =>
    answer.isThere ? { ok: true, value: { state: answer.state, courseAttempt: {} } } : { ok: false, kind: 'network' },
  )
  const following = followAu({
    api: { call: call as never },
    sessionGuid: 's',
    frame: isFramed ? frame : undefined,
    origin,
    page: { addEventListener: (_: string, hear: never) => heard.push(hear), removeEventListener: () => heard.splice(0) },
    onTold: () => {},
    onOver,
    onError: (error) => {
      throw error
    },
  })
  const tell = (event: object) => {
    for (const hear of [...heard]) hear(event as MessageEvent)
  }
  return { answer, frame, onOver, call, following, tell }
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
