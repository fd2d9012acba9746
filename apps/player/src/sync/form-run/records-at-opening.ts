import type { RecordChange } from '../../storage/exam-store.ts'
import type { AnswerRecord } from '../../storage/records.ts'
import { newerOnServer, reconcile } from '../answers/reconcile.ts'
import type { FormRunStart } from './form-run-start.ts'

/** What this browser has of a form run when it is opened. */
export interface StoredOfRun {
  readonly userGuid: string
  readonly local: ReadonlyMap<string, AnswerRecord>
  /** The ids of its requests that wait to be sent. */
  readonly queued: ReadonlySet<string>
  /** ISO 8601. */
  readonly now: string
}

const isQueued = ({ lastSave }: AnswerRecord, queued: ReadonlySet<string>) => lastSave !== undefined && queued.has(lastSave.id)

/** Without the server what this browser has counts. */
const openWith = (
  { isStored }: FormRunStart,
  here: AnswerRecord | undefined,
  { server }: FormRunStart['questions'][number],
  blank: AnswerRecord,
) => (isStored && here ? { record: here } : reconcile(here, server, blank))

/** A save that was numbered, isn't on the server and waits in no queue (a double login took it out) has to be made again. */
const hasLostSave = (record: AnswerRecord, queued: ReadonlySet<string>) =>
  record.acknowledged < record.sequence && !isQueued(record, queued)

/** The server had acknowledged it, and lacks it. */
const isForgottenBy = ({ forgotten, changed }: AnswerRecord) => forgotten === true && !changed

/**
 * The answers that an exam opens with, of what this browser kept and the server holds: `lost` is what has to be set aside for a newer
 * one, and `leftovers` what of it the server has yet to be sent, for its history; `forgotten` is what
 * it had acknowledged and lacks, because its database was set back.
 */
export const recordsAtOpening = (start: FormRunStart, { userGuid, local, queued, now }: StoredOfRun) => {
  const { formRunGuid } = start
  const records = new Map<string, AnswerRecord>()
  const lost: RecordChange[] = []
  const leftovers: AnswerRecord[] = []
  const forgotten: AnswerRecord[] = []
  for (const question of start.questions) {
    const blank: AnswerRecord = {
      format: 1,
      formRunGuid,
      questionId: question.id,
      userGuid,
      ...question.blank,
      changed: false,
      sequence: 0,
      acknowledged: 0,
      writerId: '',
      changedAt: now,
    }
    const here = local.get(question.id)
    const reconciled = openWith(start, here, question, blank)
    const { record } = reconciled
    const isLost = hasLostSave(record, queued)
    const isForgotten = isLost && isForgottenBy(record)
    if (isForgotten) forgotten.push(record)
    records.set(question.id, isLost && !isForgotten ? { ...record, changed: true } : record)
    if ('lost' in reconciled && reconciled.lost) {
      const value = reconciled.lost
      if (value.changed || !isQueued(value, queued)) leftovers.push(value)
      lost.push({
        setAside: { from: 'answers', key: `${formRunGuid}/${question.id}`, reason: newerOnServer, value },
      })
    }
  }
  return { records, lost, leftovers, forgotten }
}
