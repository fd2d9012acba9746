import type { EvidenceQuestion } from '@sitwell/contract'
import { fromBillionths } from '@sitwell/exam/marks-ledger/billionths'
import type { MarkEntry } from '@sitwell/exam/marks-ledger/mark-entry'
import type { DecidedQuestion } from '@sitwell/exam/result-rules/result-rules'
import { textToRead } from '@sitwell/question-types/rules'
import { type LoadedExam, selectMarks } from '../assessment/form-run/index.ts'
import { entryOfRow, selectEntryRows } from '../assessment/marks/index.ts'
import type { Database } from '../db/database.ts'
import type { FormRunTable } from '../db/schema.ts'
import { firstWords } from '../paper/first-words.ts'

/** Characters of a question's text that name it in a table. */
const shownCharacters = 160

type NameOf = (author: string) => string | undefined

const shownEntry = (part: string, entry: MarkEntry, nameOf: NameOf): EvidenceQuestion['entries'][number] => {
  const by = nameOf(entry.author)
  return {
    ...{ part, entry: entry.number, kind: entry.kind, at: new Date(entry.atMs).toISOString() },
    ...(by !== undefined && { by }),
    ...('marks' in entry && { marks: fromBillionths(entry.marks) }),
    ...('comment' in entry && entry.comment !== undefined && { comment: entry.comment }),
    ...('learnerComment' in entry && entry.learnerComment !== undefined && { learnerComment: entry.learnerComment }),
    ...('reason' in entry && { reason: entry.reason }),
  }
}

const shownDecision = ({ score, max, decided: as }: DecidedQuestion) =>
  as && { decided: { as, score: fromBillionths(score), maxScore: fromBillionths(max) } }

/** The questions that a sitting asked, each with its mark as it stands now, with the entries of its ledgers, and with what was decided about it. */
export const readQuestions = async (
  database: Database,
  run: FormRunTable,
  { layout }: Pick<LoadedExam, 'layout'>,
  { nameOf, decided }: { readonly nameOf: NameOf; readonly decided: ReadonlyMap<string, DecidedQuestion> },
): Promise<EvidenceQuestion[]> => {
  const marks = await selectMarks(database, run.org_id, run.form_run_guid)
  const rows = await selectEntryRows(database, { orgId: run.org_id, formRunGuid: run.form_run_guid })
  const markOf = new Map(marks.map((row) => [row.question_id, row]))
  const rowsOf = Map.groupBy(rows, ({ question_id }) => question_id)
  return layout.questions.flatMap((question) => {
    const mark = markOf.get(question.id)
    const own = rowsOf.get(question.id) ?? []
    if (question.marks === 0 && !mark && own.length === 0) return []
    const after = decided.get(question.id)
    const isWaiting = mark !== undefined && mark.needs_person !== 0
    return [
      {
        ...{ id: question.id, number: question.number, text: firstWords(textToRead(question), shownCharacters) },
        ...(mark && !isWaiting && { score: mark.score }),
        ...{ maxScore: question.marks, isWaiting, by: own.length > 0 ? ('person' as const) : ('key' as const) },
        ...(after && shownDecision(after)),
        entries: own.flatMap((row) => {
          const entry = entryOfRow(row)
          return entry ? [shownEntry(row.part, entry, nameOf)] : []
        }),
      },
    ]
  })
}
