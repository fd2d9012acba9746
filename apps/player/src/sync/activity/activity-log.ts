import type { ExamStore } from '../../storage/exam-store.ts'
import { type ActivityRecord, type RequestRecord, requestTypes } from '../../storage/records.ts'
import type { RequestQueue } from '../queue/exam-queue.ts'
import { type ActivityType, activityTypes, type LoggingMode } from './activity-types.ts'

/** Milliseconds between two sendings of what was logged. */
export const sendIntervalMs = 30_000

/** The log of what a learner does in one exam (spec 3 §7). */
export interface ActivityLog {
  record(type: ActivityType, value?: unknown): void
  /** From here on entries can be sent; in mode 1 those from before are written now, in mode 2 nothing was held. */
  setFormRunGuid(formRunGuid: string): Promise<void>
  /** Queues what was logged and is not yet queued; answers the request, if there was something to send. */
  send(): Promise<RequestRecord | undefined>
  stop(): void
}

export const createActivityLog = (parts: {
  readonly mode: LoggingMode
  readonly store: ExamStore
  readonly queue: Pick<RequestQueue, 'enqueue'>
  readonly userGuid: string
  /** Told when the page goes away: what was logged and isn't queued is queued then. */
  beforeLeaving?(queue: () => void): () => void
  nowMs(): number
  onError(error: unknown): void
}): ActivityLog => {
  const { mode, store, queue, userGuid } = parts
  let formRunGuid: string | undefined
  let held: ActivityRecord[] = []
  let latestMs = 0
  let latestType: ActivityType | undefined

  /** Unique: one that would repeat is a millisecond later (spec 3 §7). */
  const nextId = () => {
    latestMs = Math.max(parts.nowMs(), latestMs + 1)
    return new Date(latestMs).toISOString()
  }
  const keep = async (activities: readonly ActivityRecord[]) => {
    if (mode === 1) await store.save(activities.map((activity) => ({ activity })))
  }
  const send = async () => {
    if (formRunGuid === undefined || held.length === 0) return undefined
    const activities = held
    held = []
    return queue.enqueue(
      {
        type: requestTypes.saveActivityLog,
        callbackId: 'log',
        formRunGuid,
        payload: { formRunGuid, activities: activities.map(({ id, type, value }) => ({ id, type, value })) },
      },
      // Kept in the request from here on.
      () => (mode === 1 ? activities.map((loggedActivity) => ({ loggedActivity })) : []),
    )
  }
  const sendNow = () => void send().catch(parts.onError)
  const timer = setInterval(sendNow, sendIntervalMs)
  const stopLeaving = parts.beforeLeaving?.(sendNow)

  return {
    record(type, value = '') {
      if (mode === 0) return
      if (formRunGuid === undefined && mode === 2) return
      // That finishing got through is no news of the connection (spec 3 §7).
      if (type === activityTypes.online && latestType === activityTypes.finishExam) return
      latestType = type
      const activity: ActivityRecord = { format: 1, id: nextId(), type, value, userGuid, formRunGuid: formRunGuid ?? '' }
      held.push(activity)
      if (formRunGuid !== undefined) keep([activity]).catch(parts.onError)
    },
    async setFormRunGuid(guid) {
      if (mode === 0 || formRunGuid === guid) return
      formRunGuid = guid
      held = held.map((activity) => ({ ...activity, formRunGuid: guid }))
      await keep(held)
      // What an earlier page logged and didn't get to queue.
      const known = new Set(held.map(({ id }) => id))
      const left = mode === 1 ? await store.activitiesOf(guid) : []
      held = [...left.filter(({ id }) => !known.has(id)), ...held]
    },
    send,
    stop() {
      clearInterval(timer)
      stopLeaving?.()
    },
  }
}
