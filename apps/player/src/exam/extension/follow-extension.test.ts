import type { FormRunState } from '@sitwell/contract'
import { extensionStatuses } from '@sitwell/exam/extension'
import { expect, test } from 'vitest'
import type { LiveNews } from '../../api/live-news.ts'
import { createListeners } from '../../sync/listeners.ts'
import { followExtension } from './follow-extension.ts'

const stateOf = (extensionStatus: FormRunState['extensionStatus']) => ({ extensionStatus }) as FormRunState

const following = ({ isAwaiting = true, isAsking = false, known = undefined as FormRunState | undefined } = {}) => {
  const states = createListeners<FormRunState>(() => {})
  const news = createListeners<LiveNews>(() => {})
  const kept = { isAwaiting, isExtended: false, writes: 0 }
  const stop = followExtension(
    { state: () => known, onState: states.add, onNews: news.add },
    {
      awaitingExtension: () => kept.isAwaiting,
      keepAwaiting: async (awaiting) => void Object.assign(kept, { isAwaiting: awaiting, writes: kept.writes + 1 }),
      wasExtended: () => kept.isExtended,
      keepExtended: async () => void Object.assign(kept, { isAwaiting: false, isExtended: true, writes: kept.writes + 1 }),
    },
    {
      isAsking: () => isAsking,
      onError: (error) => {
        throw error
      },
    },
  )
  return { kept, states, news, stop }
}

// EXT-319
test('a grant is kept once, whichever way the page hears of it and whether a dialog waits for it or not', () => {
  for (const isAsking of [false, true]) {
    const byEvent = following({ isAsking })
    byEvent.news.tell({ kind: 'extended', byMs: 60_000 })
    byEvent.states.tell(stateOf(extensionStatuses.granted))
    expect(byEvent.kept).toEqual({ isAwaiting: false, isExtended: true, writes: 1 })
    const byState = following({ isAsking })
    byState.states.tell(stateOf(extensionStatuses.granted))
    expect(byState.kept).toEqual({ isAwaiting: false, isExtended: true, writes: 1 })
  }
  expect(following({ known: stateOf(extensionStatuses.granted) }).kept.isExtended).toBe(true)
})

test('a no that comes while the learner answers ends the wait for it, and one that a dialog waits for is the dialog’s', () => {
  const answering = following()
  answering.news.tell({ kind: 'declined' })
  expect(answering.kept).toEqual({ isAwaiting: false, isExtended: false, writes: 1 })
  const asking = following({ isAsking: true })
  asking.news.tell({ kind: 'declined' })
  asking.states.tell(stateOf(extensionStatuses.declined))
  expect(asking.kept).toEqual({ isAwaiting: true, isExtended: false, writes: 0 })
})

test('what says nothing about the request, or comes after the end, changes nothing', () => {
  const { kept, states, news, stop } = following()
  states.tell(stateOf(extensionStatuses.requested))
  news.tell({ kind: 'time-added', byMs: 60_000 })
  news.tell({ kind: 'paused' })
  stop()
  news.tell({ kind: 'extended', byMs: 60_000 })
  states.tell(stateOf(extensionStatuses.granted))
  expect(kept).toEqual({ isAwaiting: true, isExtended: false, writes: 0 })
})
