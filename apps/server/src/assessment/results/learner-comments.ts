import { learnerCommentIn } from '@sitwell/exam/marks-ledger/mark-that-counts'
import type { Database } from '../../db/database.ts'
import type { FormRunTable } from '../../db/schema.ts'
import { selectLedger } from '../form-run/index.ts'
import { confirmedEntries, entriesByResponse, keyOfResponse, selectEntryRows } from '../marks/index.ts'
import type { ShownMarks } from './tell-marks.ts'

/** A comment of a marker. `part`: the id of the part that it is about; empty for the whole question. */
export interface LearnerComment {
  readonly part: string
  readonly text: string
}

/**
 * What markers wrote for the learner, by the ids of the questions: only if the result is shown, for responses whose mark is final, and no
 * comment that was written after the result was computed or confirmed.
 */
export const learnerComments = async (
  database: Database,
  run: Pick<FormRunTable, 'org_id' | 'form_run_guid'>,
  { isCompleted, isHeld, isReleased, marks, computedAtMs }: ShownMarks,
): Promise<ReadonlyMap<string, readonly LearnerComment[]>> => {
  const comments = new Map<string, LearnerComment[]>()
  if (!isCompleted || isHeld || !isReleased) return comments
  const place = { orgId: run.org_id, formRunGuid: run.form_run_guid }
  const rows = await selectEntryRows(database, place)
  if (rows.length === 0) return comments
  const confirmed = computedAtMs === undefined ? confirmedEntries(await selectLedger(database, place)) : undefined
  const isShown = (row: (typeof rows)[number]) =>
    computedAtMs === undefined
      ? confirmed === undefined ||
        row.number <= (confirmed.get(keyOfResponse({ questionId: row.question_id, part: row.part })) ?? 0)
      : row.at <= computedAtMs
  const shown = rows.filter(isShown)
  const entries = entriesByResponse(shown)
  const final = new Set(marks.flatMap((mark) => (mark.needs_person === 0 ? [mark.question_id] : [])))
  const responses = new Map(shown.map((row) => [keyOfResponse({ questionId: row.question_id, part: row.part }), row]))
  for (const [key, { question_id, part }] of responses) {
    const text = final.has(question_id) ? learnerCommentIn(entries.get(key) ?? []) : undefined
    if (text) comments.set(question_id, [...(comments.get(question_id) ?? []), { part, text }])
  }
  return comments
}
