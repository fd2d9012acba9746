import type { Answer } from '@sitwell/contract'
import type { AnswerRecord } from '../../storage/records.ts'

/** What the server holds of one question. */
export interface ServerAnswer {
  readonly answer: Answer
  readonly sequence: number
  readonly bookmarked: boolean
  readonly workings: string
}

/** The reason with which an answer that lost is set aside. */
export const newerOnServer = 'a newer answer is on the server'
/** The same, of one that was in the memory alone when another tab took the exam over by force. */
export const takenOverUnstored = 'another tab had taken over before it was kept'

/** The answer to continue with, whether it has still to be sent, and what lost against it and is to be set aside. */
export interface Reconciled {
  readonly record: AnswerRecord
  readonly lost?: AnswerRecord
}

/**
 * Which answer a learner comes back to: what this browser kept, or what the server holds (spec 2 §4).
 *
 * A change that was typed here on top of what the server holds wins, also when the acknowledgement of it got lost. A save with a
 * higher sequence than this browser knew came from another tab or device and is newer; what was typed here is set aside then.
 * Where the server holds less than it once acknowledged, the browser sends its copy again, also of what it had only read: as it was,
 * under its number, so that it replaces nothing newer. So it does with what came after the time was over, which counts where time was
 * given since. What was late and is held now has been let count.
 */
export const reconcile = (
  local: AnswerRecord | undefined,
  server: ServerAnswer | undefined,
  blank: AnswerRecord,
): Reconciled => {
  const held = server?.sequence ?? 0
  const fromServer: AnswerRecord = {
    ...blank,
    ...(server ? { answer: server.answer, bookmarked: server.bookmarked, workings: server.workings } : {}),
    sequence: held,
    acknowledged: held,
  }
  if (!local) return { record: fromServer }
  const unsaved = local.changed || local.acknowledged < local.sequence
  if (held > local.sequence) return unsaved ? { record: fromServer, lost: local } : { record: fromServer }
  const { forgotten: _found, ...known } = local
  if (held === local.sequence && !local.changed) return { record: { ...known, acknowledged: held, late: false, review: false } }
  if (!unsaved && !local.late) return { record: { ...local, acknowledged: 0, forgotten: true } }
  return { record: { ...local, changed: local.changed || local.acknowledged >= local.sequence } }
}
