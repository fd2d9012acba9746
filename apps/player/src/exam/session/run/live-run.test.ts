import { expect, test } from 'vitest'
import type { FormRunListener } from '../../../live/form-run-events.ts'
import type { SittingTime } from '../../../sync/time/sitting-time.ts'
import { createLiveRun } from './live-run.ts'

// PAUSE-307 PAUSE-314
test('what an invigilator does reaches the time of this form run, and who listens', () => {
  const done: unknown[] = []
  const note = (name: string) => (value: unknown) => void done.push([name, value])
  // A double of what is used here.
  const time = {
    pause: note('pause'),
    resume: note('resume'),
    offer: note('offer'),
    give: note('give'),
    meet: note('meet'),
    exact: () => ({ addedMs: 0, parts: {} }),
  } as unknown as SittingTime
  let listener: FormRunListener | undefined
  const followed: string[] = []
  const live = {
    follow(guid: string, by: FormRunListener) {
      followed.push(guid)
      listener = by
      return () => followed.push('stopped')
    },
  }
  const run = createLiveRun(live, { formRunGuid: 'run', time }, () => {})
  const news: string[] = []
  run.onNews(({ kind }) => news.push(kind))
  const stop = run.follow()
  // A state is passed on as it is.
  const state = { number: 3 } as never
  listener?.onState(state)
  for (const kind of ['paused', 'resumed', 'declined'] as const) listener?.onNews({ kind })
  listener?.onNews({ kind: 'resume-offered', offer: { number: 5, leftMs: 9000, rest: true } })
  for (const kind of ['extended', 'time-added'] as const) listener?.onNews({ kind, byMs: 5000 })
  listener?.onNews({ kind: 'extended', byMs: 20_000, offer: { number: 7, leftMs: 9000, extension: 20 } })
  stop()
  expect(done).toEqual([
    ['meet', state],
    ['pause', 'invigilator'],
    ['resume', 'invigilator'],
    ['offer', { number: 5, leftMs: 9000, rest: true }],
    ['give', 5000],
    ['give', 5000],
    // Held before it is given: not a moment of it passes.
    ['offer', { number: 7, leftMs: 9000, extension: 20 }],
    ['give', 20_000],
  ])
  expect(news).toEqual(['paused', 'resumed', 'declined', 'resume-offered', 'extended', 'time-added', 'extended'])
  expect(run.state()).toBe(state)
  expect(followed).toEqual(['run', 'stopped'])
})

test('time that was given while there was no connection is told of as if it had been heard, where nobody asked for it', () => {
  const minuteMs = 60_000
  let given = { addedMs: 0, parts: { leaves: { addedMs: 0 }, bark: { addedMs: 0 } } }
  // A double of what is used here.
  const time = {
    exact: () => given,
    meet: ({ number }: { readonly number: number }) => {
      given = { addedMs: 0, parts: { leaves: { addedMs: 0 }, bark: { addedMs: number * minuteMs } } }
    },
  } as unknown as SittingTime
  let listener: FormRunListener | undefined
  const run = createLiveRun(
    {
      follow: (_, by) => {
        listener = by
        return () => {}
      },
    },
    { formRunGuid: 'run', time },
    () => {},
  )
  const newsListeners: unknown[] = []
  run.onNews((news) => newsListeners.push(news))
  run.follow()
  const meet = (number: number, awaitingExtension = false) => listener?.onState({ number, awaitingExtension } as never)
  // What was given before the exam was opened here is in its plan.
  meet(0)
  expect(newsListeners).toEqual([])
  meet(2)
  meet(2)
  expect(newsListeners).toEqual([{ kind: 'time-added', byMs: 2 * minuteMs }])
  meet(3, true)
  expect(newsListeners.slice(1)).toEqual([{ kind: 'time-added', byMs: minuteMs }])
  // An extension that was asked for is answered in its dialog.
  meet(4)
  expect(newsListeners).toHaveLength(2)
  // Nor is what a lost connection is told of: no event of it comes any more.
  run.meet(() => time.meet({ number: 5 } as never))
  expect(newsListeners.slice(2)).toEqual([{ kind: 'time-added', byMs: minuteMs }])
  // What is taken back of a part is told of too.
  meet(3)
  expect(newsListeners.slice(3)).toEqual([{ kind: 'time-added', byMs: -2 * minuteMs }])
})

test('time that was given before the page heard anything of the server is told of at the first state', () => {
  let addedMs = 0
  const time = {
    exact: () => ({ addedMs, parts: {} }),
    meet: () => {
      addedMs = 60_000
    },
  } as unknown as SittingTime
  let listener: FormRunListener | undefined
  const follow = (_: string, by: FormRunListener) => {
    listener = by
    return () => {}
  }
  const run = createLiveRun({ follow }, { formRunGuid: 'run', time }, () => {})
  const newsListeners: unknown[] = []
  run.onNews((news) => newsListeners.push(news))
  run.follow()
  listener?.onState({ number: 1, awaitingExtension: false } as never)
  expect(newsListeners).toEqual([{ kind: 'time-added', byMs: 60_000 }])
})

// EXT-320
test('a page that was away is told of the extension that it waited for, if its learner goes on by it already', () => {
  const state = { number: 3, extensionStatus: 2, extendable: 90 }
  const told = (isAwaiting: boolean, states: readonly object[], timeUp?: 'exam') => {
    // A double of what is used here.
    const time = {
      exact: () => ({ addedMs: 0, parts: {} }),
      meet: () => {},
      read: () => ({ timeUp }),
    } as unknown as SittingTime
    const news: unknown[] = []
    const follow = (_: string, by: FormRunListener) => {
      for (const each of states) by.onState(each as never)
      return () => {}
    }
    const run = createLiveRun({ follow }, { formRunGuid: 'run', time, awaitingExtension: () => isAwaiting }, () => {})
    run.onNews((one) => news.push(one))
    run.follow()
    return news
  }
  expect(told(true, [state, state])).toEqual([{ kind: 'time-added', byMs: 90_000 }])
  expect(told(false, [state])).toEqual([])
  expect(told(true, [{ ...state, extensionStatus: 1, extendable: 0 }, state])).toEqual([])
  // Its dialog tells of it.
  expect(told(true, [{ ...state, resumeOffer: { number: 3, seconds: 9, extension: 90 } }])).toEqual([])
  expect(told(true, [state], 'exam')).toEqual([])
})
