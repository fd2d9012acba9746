import type { Api } from '@sitwell/client/api'
import { examJson, formRunsQuery, type Schedule, start } from '@sitwell/contract'
import { loadSchedules } from '../../apps/player/src/context/schedules-store.ts'
import { type ExamVisit, noFiles } from '../../apps/player/src/exam/content/exam-visit.ts'
import { loadExam } from '../../apps/player/src/exam/content/loaded-exam.ts'
import { startQuery } from '../../apps/player/src/exam/content/start-query.ts'
import { type FormRunRecord, requestTypes } from '../../apps/player/src/storage/records.ts'
import { createActivityLog } from '../../apps/player/src/sync/activity/activity-log.ts'
import { activityTypes } from '../../apps/player/src/sync/activity/activity-types.ts'
import type { PlayerSync } from '../../apps/player/src/sync/player-sync-types.ts'
import { openedAtStart } from './simulated-parts.ts'

interface Entering {
  readonly api: Api
  readonly sync: PlayerSync
  readonly userGuid: string
  nowMs(): number
  onError(error: unknown): void
}

/** The exam of a learner, before it opens. */
export interface FoundExam {
  readonly schedule: Schedule
  /** Its form run in this browser; undefined if none was opened here. */
  readonly known: FormRunRecord | undefined
  /** Its completion waits to be sent. */
  readonly isOnItsWay: boolean
}

/** Looks for the exam among the learner's schedules; undefined if the server doesn't answer, or has it no more. */
export const findExam = async (
  { api, sync, userGuid }: Pick<Entering, 'api' | 'sync' | 'userGuid'>,
  examGuid: string,
): Promise<FoundExam | undefined> => {
  const found = await loadSchedules(api, { userGuid })
  const schedule = found.ok ? found.value.find((one) => one.examGuid === examGuid) : undefined
  if (!schedule) return undefined
  const runs = await sync.store.formRunsOf(userGuid)
  const known = runs.find(({ scheduleGuid, takenBy }) => scheduleGuid === schedule.guid && takenBy === undefined)
  const isOnItsWay = sync.queue
    .waiting()
    .some(({ type, formRunGuid }) => type === requestTypes.finishExam && formRunGuid === known?.formRunGuid)
  return { schedule, known, isOnItsWay }
}

/**
 * Loads the exam, and starts it if it hasn't been. Undefined if the server doesn't give it; without a form run if it gives the exam and
 * doesn't start it.
 */
export const enterFoundExam = async (
  { api, sync, userGuid, nowMs, onError }: Entering,
  { schedule, known, isOnItsWay }: FoundExam,
): Promise<{ readonly visit: ExamVisit; readonly formRunGuid: string | undefined } | undefined> => {
  if (known && !isOnItsWay) {
    const filter = { property: 'GUID', value: known.formRunGuid } as const
    const looked = await api.call(formRunsQuery, { body: { properties: ['ID', 'GUID', 'Processed'], filter } })
    if (!looked.ok) return undefined
  }
  const query = startQuery(schedule, userGuid, '1')
  const asked = await api.call(examJson, { query })
  if (!asked.ok) return undefined
  const exam = loadExam(asked.value)
  const log = createActivityLog({
    ...{ mode: 1, store: sync.store, queue: sync.queue, userGuid, beforeLeaving: sync.beforeLeaving, onError },
    nowMs,
  })
  const visit: ExamVisit = { schedule, exam, sync, log, ...noFiles(), comingPdfs: async () => undefined }
  const { importedAt, formRunGuid } = exam.content
  if (formRunGuid !== undefined) {
    log.record(activityTypes.resume)
    await log.setFormRunGuid(formRunGuid)
    return { visit, formRunGuid }
  }
  log.record(activityTypes.startExam)
  const started = await api.call(start, { query: { ...query, ...(importedAt !== undefined && { importedAt }) } })
  if (!started.ok) {
    log.stop()
    return { visit, formRunGuid: undefined }
  }
  await log.setFormRunGuid(started.value.formRunGUID)
  log.record(activityTypes.setFormRunGuid, started.value.formRunGUID)
  const opened = await openedAtStart({ api, userGuid, onError }, visit, started.value.firstPart)
  return { visit: opened, formRunGuid: started.value.formRunGUID }
}
