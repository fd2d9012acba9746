import type { Api } from '@sitwell/client/api'
import { dashState } from '@sitwell/contract'
import type { FormRunEvents } from '../../live/form-run-events.ts'
import { requestTypes } from '../../storage/records.ts'
import type { PlayerSync } from '../../sync/player-sync-types.ts'
import { finishesIn } from '../../sync/queue/finishes-in.ts'

/** An exam that was finished on this device and continues anyway, and why. */
export interface OpenAgain {
  readonly examGuid: string
  readonly why: 'timeLeft' | 'reopened'
  /** The learner knows of it. */
  heard(): void
}

export interface OpenAgainContext {
  readonly sync: Pick<PlayerSync, 'takenBack' | 'examGuidOf' | 'doubt'> & {
    readonly store: Pick<PlayerSync['store'], 'formRunsOf'>
    readonly queue: Pick<PlayerSync['queue'], 'waiting' | 'subscribe'>
  }
  readonly live: FormRunEvents
  readonly api: Pick<Api, 'call'>
  readonly userGuid: string
  nowMs(): number
  /** The exam on whose pages the learner is: they follow it, and tell of it themselves. */
  readonly inExam: string | undefined
  onError(error: unknown, info?: string): void
}

/** Milliseconds after which a finished exam isn't followed any more: staff open again what was finished a moment ago. */
const followedForMs = 12 * 3_600_000

/**
 * Tells of an exam that was finished on this device and is open again, until the function that it answers is called: of one whose
 * completion the server took back, and of the one that was finished last, which staff may open again.
 */
export const followOpenAgain = (context: OpenAgainContext, onFound: (found: OpenAgain) => void): (() => void) => {
  const { sync, live, api, userGuid, nowMs, inExam, onError } = context
  const { takenBack, queue, store } = sync
  let stopLive = () => {}
  let followed: string | undefined
  let isStopped = false

  const tellTakenBack = () => {
    const examGuid = takenBack.examGuid()
    // In another exam it waits until that is left.
    if (examGuid === undefined || (inExam !== undefined && inExam !== examGuid)) return
    if (inExam === undefined) onFound({ examGuid, why: 'timeLeft', heard: takenBack.heard })
    else takenBack.heard()
  }

  const isFinishing = (formRunGuid: string) => finishesIn(queue).has(formRunGuid)

  const reopened = async (formRunGuid: string) => {
    // Asked again: what was told first may be from before the completion arrived.
    const outcome = await api.call(dashState, { query: { formRunGuid } })
    if (!outcome.ok || outcome.value.completed || isStopped) return
    onFound({ examGuid: sync.examGuidOf(formRunGuid), why: 'reopened', heard: () => undefined })
  }

  const followLast = async () => {
    const runs = await store.formRunsOf(userGuid)
    const last = runs
      .filter(({ finished, savedAt }) => finished && Date.parse(savedAt) > nowMs() - followedForMs)
      .sort((one, other) => Date.parse(one.savedAt) - Date.parse(other.savedAt))
      .at(-1)
    if (isStopped || last === undefined || last.formRunGuid === followed || isFinishing(last.formRunGuid)) return
    followed = last.formRunGuid
    stopLive()
    const { formRunGuid } = last
    let isForgotten = false
    const onReopened = () => void reopened(formRunGuid).catch(onError)
    stopLive = live.follow(formRunGuid, {
      onState: ({ completed }) => {
        isForgotten &&= !completed
        if (!completed && !isForgotten) onReopened()
      },
      onSetBack() {
        // Nobody has opened it again: its completion is sent again.
        isForgotten = true
        sync.doubt(formRunGuid)
      },
      onNews: ({ kind }) => {
        if (kind === 'reopened') onReopened()
      },
    })
  }

  tellTakenBack()
  const stopTakenBack = takenBack.subscribe(tellTakenBack)
  const follow = () => void followLast().catch(onError)
  if (inExam === undefined) follow()
  const stopQueue = queue.subscribe(({ kind, request }) => {
    if (inExam === undefined && kind === 'acknowledged' && request.type === requestTypes.finishExam) follow()
  })
  return () => {
    isStopped = true
    stopTakenBack()
    stopQueue()
    stopLive()
  }
}
