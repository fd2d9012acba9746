import { compareAnswers } from '@sitwell/contract'
import type { ExamStore } from '../storage/exam-store.ts'
import { type FormRunRecord, requestTypes } from '../storage/records.ts'
import { digestOf } from './answer-book.ts'
import type { Compared } from './compare-with-server.ts'
import type { Caller } from './delivery.ts'
import type { RequestQueue } from './request-queue.ts'
import type { UploadLane } from './upload-lane.ts'

interface ClosedParts {
  readonly api: Caller
  readonly store: ExamStore
  readonly queue: Pick<RequestQueue, 'add' | 'waiting'>
  readonly uploads: Pick<UploadLane, 'toAsk' | 'compared'>
  readonly userGuid: string
  isOpen(formRunGuid: string): boolean
}

const compareOne = async ({ api, store, queue, uploads, userGuid }: ClosedParts, run: FormRunRecord, generation: string) => {
  const { formRunGuid, completion } = run
  const records = await store.answersOf(userGuid, formRunGuid)
  const body = { formRunGuid, answers: digestOf(records), ...uploads.toAsk(formRunGuid) }
  const outcome = await api.call(compareAnswers, { body }, { attempts: 1 })
  if (!outcome.ok) return
  // What the call's own schema has read.
  const told = outcome.value as Compared
  await uploads.compared(formRunGuid, told)
  for (const record of records) {
    if (!record.lastSave || record.changed || !told.lacking.includes(record.sequence)) continue
    const { id, payload } = record.lastSave
    await queue.add({ id, type: requestTypes.saveAnswer, callbackId: record.questionId, formRunGuid, payload }, (lastSave) => [
      { answer: { ...record, acknowledged: 0, forgotten: true, lastSave } },
    ])
  }
  const isWaiting = queue.waiting().some((each) => each.type === requestTypes.finishExam && each.formRunGuid === formRunGuid)
  if (run.finished && !told.completed && completion && !isWaiting)
    await queue.add({ type: requestTypes.finishExam, callbackId: 'finish', formRunGuid, payload: completion })
  await store.save([{ formRun: { ...run, generation, saves: told.saves } }])
}

/**
 * Holds what this browser has of form runs that aren't open in this tab against a database of another generation than the one that
 * acknowledged it: what lacks there is sent again, and so is the completion. What goes on in another form run is compared there.
 */
export const compareClosed = async (parts: ClosedParts, generation: string): Promise<void> => {
  for (const run of await parts.store.formRunsOf(parts.userGuid)) {
    const isOther = run.generation !== undefined && run.generation !== generation && run.takenBy === undefined
    if (isOther && !parts.isOpen(run.formRunGuid)) await compareOne(parts, run, generation)
  }
}
