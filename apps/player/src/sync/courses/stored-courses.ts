import { oneByOne } from '@sitwell/client/one-by-one'
import type { GenerationWatch } from '@sitwell/request-queue/generation-watch'
import type { ExamStore, RecordChange } from '../../storage/exam-store.ts'
import { type CourseSaveRecord, type RequestRecord, requestTypes } from '../../storage/records.ts'
import type { RequestQueue } from '../queue/exam-queue.ts'
import { isSaveOf } from './course-saves.ts'

/** SCOs whose last save stays on this device: the ones that were played last. */
const mostStored = 100

/**
 * What SCOs have set stays on this device after the server has acknowledged it: it goes again, as it was and under its number, to a
 * database that was set back.
 */
export interface StoredCourses {
  /** What to keep together with the removal of a save that the server has acknowledged. */
  acknowledged(request: RequestRecord): Promise<RecordChange[]>
  /** Queues again what a database of another generation acknowledged. */
  compare(generation: string): Promise<void>
  /** Queues again what the server has acknowledged of a SCO and lacks, whose standing save is numbered so; false if it lacks nothing. */
  sendLacking(attemptId: number, standing: number): Promise<boolean>
  /** Resolves once whatever is to be sent again is queued. */
  settled(): Promise<void>
  /** Lets the oldest go, beyond as many as are kept. */
  makeRoom(): Promise<void>
}

interface StoredCoursesParts {
  readonly store: Pick<ExamStore, 'courseSavesOf' | 'save'>
  readonly queue: Pick<RequestQueue, 'enqueue' | 'waiting'>
  readonly userGuid: string
  readonly generation: Pick<GenerationWatch, 'current'>
  onError(error: unknown): void
}

const numberOf = ({ payload }: Pick<RequestRecord, 'payload'>) => (typeof payload.number === 'number' ? payload.number : 0)

export const createStoredCourses = ({ store, queue, userGuid, generation, onError }: StoredCoursesParts): StoredCourses => {
  /** What one has queued the next one finds there. */
  const inTurn = oneByOne(onError)
  const isWaiting = (attemptId: number, number: number) =>
    queue.waiting().some((request) => isSaveOf(attemptId, request) && numberOf(request) >= number)
  const sendAgain = async ({ attemptId, save }: CourseSaveRecord) => {
    const { id, type, callbackId, formRunGuid, payload } = save
    if (!isWaiting(attemptId, numberOf(save))) await queue.enqueue({ id, type, callbackId, formRunGuid, payload })
  }
  const stored = async (attemptId?: number) => {
    const records = await store.courseSavesOf(userGuid)
    return attemptId === undefined ? records : records.filter((one) => one.attemptId === attemptId)
  }
  return {
    async acknowledged(save) {
      if (save.type !== requestTypes.saveCourse) return []
      const attemptId = Number(save.callbackId)
      const [before] = await stored(attemptId)
      if (before && numberOf(before.save) > numberOf(save)) return []
      const current = generation.current()
      const named = current === undefined ? {} : { generation: current }
      return [{ courseSave: { format: 1, userGuid, attemptId, save: { ...save, failed: false }, ...named } }]
    },
    compare: (now) =>
      inTurn(async () => {
        const records = (await stored()).filter((one) => one.generation !== undefined && one.generation !== now)
        // In the order in which they were made: a SCO is open once the one before it is completed.
        for (const record of records.sort((a, b) => numberOf(a.save) - numberOf(b.save))) await sendAgain(record)
      }),
    sendLacking: (attemptId, standing) =>
      inTurn(async () => {
        const [record] = await stored(attemptId)
        if (!record || numberOf(record.save) <= standing) return false
        await sendAgain(record)
        return true
      }),
    settled: () => inTurn(async () => undefined),
    makeRoom: () =>
      inTurn(async () => {
        const old = (await stored()).sort((a, b) => numberOf(b.save) - numberOf(a.save)).slice(mostStored)
        if (old.length > 0) await store.save(old.map((courseSaveGone) => ({ courseSaveGone })))
      }),
  }
}
