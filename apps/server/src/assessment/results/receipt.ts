import { countLate } from '@sitwell/exam/answers/late-counts'
import { answersChecksum, countGiven, isGivenAnswer, type Receipt } from '@sitwell/exam/answers/receipt'
import type { Database } from '../../db/database.ts'
import type { AnswerEventTable, AnswerTable, FormRunTable } from '../../db/schema.ts'
import { historyInPieces, selectAnswers, shownAnswer } from '../form-run/index.ts'

type StoredAnswer = Pick<AnswerTable, 'question_id' | 'answer' | 'workings'>
type CompletedRun = Pick<FormRunTable, 'form_run_guid'> & { readonly completed_at: number }

/** The receipt of a completed form run over these answers. */
export const receiptOver = async (
  { form_run_guid, completed_at }: CompletedRun,
  rows: readonly StoredAnswer[],
): Promise<Receipt> => {
  const answers = rows.map((row) => ({
    questionId: row.question_id,
    answer: shownAnswer(row.answer),
    workings: row.workings,
  }))
  return {
    formRunGuid: form_run_guid,
    completedAt: new Date(completed_at).toISOString(),
    answers: countGiven(answers),
    checksum: await answersChecksum(form_run_guid, answers, globalThis.crypto.subtle),
  }
}

/** A save of the history as what came late is counted by. */
export const versionOf = ({ question_id, sequence, outcome, judged, writer_id }: AnswerEventTable) => ({
  questionId: question_id,
  sequence,
  outcome,
  judged,
  writerId: writer_id,
})

/** A save of the history, as far as a receipt looks at it. */
interface Arrival {
  readonly version: ReturnType<typeof versionOf>
  readonly number: AnswerEventTable['number']
  readonly isGiven: boolean
}

/** Whether a stored answer gives something. */
type Gives = (answer: Pick<AnswerTable, 'question_id' | 'answer'>) => boolean

const isGiven: Gives = ({ answer }) => isGivenAnswer({ answer: shownAnswer(answer) })

/** What of the answers came late, of how many saves, and how many questions have an answer here: by the history and what stands. */
const arrivalsOf = (rows: readonly AnswerTable[], arrivals: readonly Arrival[], gives: Gives) => {
  const standing = new Map(rows.map((row) => [row.question_id, row]))
  const late = countLate(
    arrivals.map(({ version }) => version),
    ({ questionId, sequence, writerId }) => {
      const row = standing.get(questionId)
      return row?.sequence === sequence && row.writer_id === writerId
    },
  )
  const given = arrivals.filter((one) => one.isGiven).map(({ version }) => version.questionId)
  const onServer = new Set([...rows.filter(gives).map(({ question_id }) => question_id), ...given]).size
  // Those of before histories were chained have no number.
  const isNumbered = arrivals.every(({ number }) => number !== null)
  const saves = arrivals.reduce((most, { number }) => Math.max(most, number ?? 0), 0)
  return { onServer, late, ...(isNumbered && { saves }) }
}

/** The hash of the last event of a ledger that isn't of a mark or a result set: a receipt that changed with each would tell how far the marking is. */
const lastHashBesideMarks = async (
  { kysely }: Pick<Database, 'kysely'>,
  { org_id, form_run_guid }: Pick<FormRunTable, 'org_id' | 'form_run_guid'>,
): Promise<string | null> => {
  const row = await kysely
    .selectFrom('form_run_event')
    .select('hash')
    .where('org_id', '=', org_id)
    .where('form_run_guid', '=', form_run_guid)
    .where('kind', 'not in', ['mark', 'result-set'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.hash ?? null
}

/**
 * The receipt of a form run, over the answers as they are held now; undefined while it isn't completed. `gives` says what counts as on the server; `rows`:
 * the answers, if they were read already.
 */
export const receiptOf = async (
  database: Pick<Database, 'kysely'>,
  {
    org_id,
    form_run_guid,
    completed_at,
    ledger_hash,
  }: Pick<FormRunTable, 'org_id' | 'form_run_guid' | 'completed_at' | 'ledger_hash'>,
  { gives = isGiven, rows: read }: { readonly gives?: Gives; readonly rows?: readonly AnswerTable[] } = {},
): Promise<Receipt | undefined> => {
  if (completed_at === null) return undefined
  const rows = read ?? (await selectAnswers(database, org_id, form_run_guid))
  const arrivals: Arrival[] = []
  for await (const piece of historyInPieces(database, { orgId: org_id, formRunGuid: form_run_guid }))
    arrivals.push(...piece.map((event) => ({ version: versionOf(event), number: event.number, isGiven: gives(event) })))
  const receipt = { ...(await receiptOver({ form_run_guid, completed_at }, rows)), ...arrivalsOf(rows, arrivals, gives) }
  const ledger = ledger_hash === null ? null : await lastHashBesideMarks(database, { org_id, form_run_guid })
  return ledger === null ? receipt : { ...receipt, ledger }
}
