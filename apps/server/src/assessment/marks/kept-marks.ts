import { roundToBillionths } from '@sitwell/exam/marks-ledger/billionths'
import { questionMark } from '@sitwell/exam/marks-ledger/question-mark'
import { type AuthoredQuestion, markedParts } from '@sitwell/question-types/marking'
import type { Kysely } from 'kysely'
import type { FormRunTable, MarkTable, ResponseMarkTable, Schema } from '../../db/schema.ts'
import { areAnswersErased, selectAnswers } from '../form-run/index.ts'
import { keyOfResponse } from './entry-chain.ts'
import { type EntriesOfRun, entriesByResponse, selectEntryRows } from './entry-rows.ts'
import { type ExpectedRow, selectResponseRows } from './response-rows.ts'

/** The marks of a form run that can't be worked out again, because its answers were erased. */
export interface KeptMarks {
  readonly marks: readonly MarkTable[]
  readonly responses: readonly ExpectedRow[]
  /** Questions that were answered after the erasure: these alone are marked. */
  readonly answered: ReadonlySet<string>
}

/**
 * The mark of a question by the rows of its responses, which hold what persons gave since the results were confirmed. A part that has no row was left blank, if no key
 * marks it and no person did anything about it; the marks of any other such part are unknown, and then the question keeps its mark.
 */
const markByRows = (
  mark: MarkTable,
  question: AuthoredQuestion | undefined,
  rows: readonly ResponseMarkTable[],
  entries: EntriesOfRun,
): MarkTable => {
  const isByRows = rows.some((row) => row.is_pending === 1) && rows.every((row) => row.state === 'marked')
  if (!question || !isByRows) return mark
  const all = markedParts(question)
  const rowOf = new Map(rows.map((row) => [row.part, row]))
  const entriesOf = (part: string) => entries.get(keyOfResponse({ questionId: question.id, part })) ?? []
  const isBlank = ({ part, byPerson }: (typeof all)[number]) =>
    byPerson && mark.needs_person === 0 && entriesOf(part).length === 0
  if (!all.every((one) => rowOf.has(one.part) || isBlank(one))) return mark
  const parts = all.map(({ part, marks: most }) => ({
    ...{ max: rowOf.get(part)?.max_marks ?? roundToBillionths(most), soFar: 0 },
    counting: {
      ...{ marks: rowOf.get(part)?.marks ?? 0, by: 'person' as const },
      isNeutralised: entriesOf(part).some(({ kind }) => kind === 'neutralise'),
    },
  }))
  const { score, needsPerson } = questionMark(parts)
  return { ...mark, score, needs_person: needsPerson ? 1 : 0 }
}

/**
 * The marks of a form run whose answers were erased, of each question that has not been answered since: an erased answer looks like a blank one, and would have 0
 * if it were marked again. Undefined if its answers are there.
 */
export const keptMarks = async (
  kysely: Kysely<Schema>,
  { org_id: orgId, form_run_guid: formRunGuid }: Pick<FormRunTable, 'form_run_guid' | 'org_id'>,
  questions: readonly AuthoredQuestion[],
): Promise<KeptMarks | undefined> => {
  if (!(await areAnswersErased({ kysely }, orgId, formRunGuid))) return undefined
  const answers = await selectAnswers({ kysely }, orgId, formRunGuid)
  const answered = new Set(answers.map(({ question_id }) => question_id))
  const all = await kysely
    .selectFrom('mark')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('form_run_guid', '=', formRunGuid)
    .execute()
  const rows = await selectResponseRows({ kysely }, { orgId, formRunGuid })
  const entries = entriesByResponse(await selectEntryRows({ kysely }, { orgId, formRunGuid }))
  const byId = new Map(questions.map((question) => [question.id, question]))
  const rowsOf = Map.groupBy(rows, ({ question_id }) => question_id)
  return {
    answered,
    marks: all
      .filter(({ question_id }) => !answered.has(question_id))
      .map((mark) => markByRows(mark, byId.get(mark.question_id), rowsOf.get(mark.question_id) ?? [], entries)),
    responses: rows
      .filter(({ question_id }) => !answered.has(question_id))
      .map(({ changed_at: _, delivery_id: _1, ...row }) => ({ ...row, is_pending: 0 })),
  }
}
