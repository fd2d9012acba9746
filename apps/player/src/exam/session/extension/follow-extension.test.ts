import type { FormRunState } from '@sitwell/contract'
import { extensionStatuses } from '@sitwell/exam/ledger/extension'
import { createListeners } from '@sitwell/request-queue/listeners'
import { expect, test } from 'vitest'
import type { LiveNews } from '../../../live/live-news.ts'
import type { FormRun } from '../../../sync/form-run/form-run.ts'
import { followExtension } from './follow-extension.ts'

const stateOf = (extensionStatus: FormRunState['extensionStatus']) => ({ extensionStatus }) as FormRunState

const following = ({
  timeUp = undefined as 'exam' | undefined,
  known = undefined as FormRunState | undefined,
  isAwaiting = true,
  isFinished = false,
} = {}) => {
  const states = createListeners<FormRunState>(() => {})
  const news = createListeners<LiveNews>(() => {})
  const stored = { isAwaiting, isExtended: false, writes: 0 }
  const told = { requests: 0 }
  const stop = followExtension(
    { state: () => known, onState: states.add, onNews: news.add },
    {
      // A double of what is used here.
      time: { read: () => ({ timeUp }) } as unknown as FormRun['time'],
      finished: () => isFinished,
      awaitingExtension: () => stored.isAwaiting,
      keepAwaiting: async (isAwaiting) => void Object.assign(stored, { isAwaiting, writes: stored.writes + 1 }),
      wasExtended: () => stored.isExtended,
      keepExtended: async () => void Object.assign(stored, { isAwaiting: false, isExtended: true, writes: stored.writes + 1 }),
    },
    (error) => {
      throw error
    },
    () => {
      told.requests += 1
    },
  )
  return { stored, told, states, news, stop }
}

// EXT-319
test('a grant is kept once, whichever way the page hears of it and whether the learner waits for it or answers', () => {
  for (const timeUp of [undefined, 'exam'] as const) {
    const byEvent = following({ timeUp })
    byEvent.news.tell({ kind: 'extended', byMs: 60_000 })
    byEvent.states.tell(stateOf(extensionStatuses.granted))
    expect(byEvent.stored).toEqual({ isAwaiting: false, isExtended: true, writes: 1 })
    const byState = following({ timeUp })
    byState.states.tell(stateOf(extensionStatuses.granted))
    expect(byState.stored).toEqual({ isAwaiting: false, isExtended: true, writes: 1 })
  }
  expect(following({ known: stateOf(extensionStatuses.granted) }).stored.isExtended).toBe(true)
})

test('a no that comes while the learner has time ends the wait for it, and one at the end of the time is the dialog’s', () => {
  const answering = following()
  answering.news.tell({ kind: 'declined' })
  expect(answering.stored).toEqual({ isAwaiting: false, isExtended: false, writes: 1 })
  const waiting = following({ timeUp: 'exam', known: stateOf(extensionStatuses.declined) })
  waiting.news.tell({ kind: 'declined' })
  waiting.states.tell(stateOf(extensionStatuses.declined))
  expect(waiting.stored).toEqual({ isAwaiting: true, isExtended: false, writes: 0 })
})

test('what says nothing about the request, or comes after the end, changes nothing', () => {
  const { stored, states, news, stop } = following()
  states.tell(stateOf(extensionStatuses.requested))
  news.tell({ kind: 'time-added', byMs: 60_000 })
  news.tell({ kind: 'paused' })
  stop()
  news.tell({ kind: 'extended', byMs: 60_000 })
  states.tell(stateOf(extensionStatuses.granted))
  expect(stored).toEqual({ isAwaiting: true, isExtended: false, writes: 0 })
})

// EXT-314
test('a request that was made on another device is kept with the form run, and told of, whoever says so', () => {
  const { requested, withdrawn } = extensionStatuses
  for (const say of [
    ({ states }: ReturnType<typeof following>) => states.tell(stateOf(requested)),
    ({ news }: ReturnType<typeof following>) => news.tell({ kind: 'extension-requested' }),
  ]) {
    const page = following({ isAwaiting: false, timeUp: 'exam' })
    say(page)
    say(page)
    expect(page.stored).toMatchObject({ isAwaiting: true, isExtended: false, writes: 1 })
    expect(page.told.requests).toBe(2)
  }
  const known = following({ isAwaiting: false, known: stateOf(requested) })
  expect(known.stored.isAwaiting).toBe(true)
  known.news.tell({ kind: 'extension-withdrawn' })
  expect(known.stored.isAwaiting).toBe(false)
  // At the end of the time, the dialog shows the answer.
  const over = following({ timeUp: 'exam' })
  over.states.tell(stateOf(withdrawn))
  expect(over.stored.isAwaiting).toBe(true)
  const finished = following({ isAwaiting: false, isFinished: true })
  finished.states.tell(stateOf(requested))
  expect(finished.stored.isAwaiting).toBe(false)
})
