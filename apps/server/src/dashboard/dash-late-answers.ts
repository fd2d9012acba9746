import { dashLateAnswers, type LateAnswer, mostLateAnswers } from '@sitwell/contract'
import { type LedgerContext, loadedOf } from '../assessment/ledger/index.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import type { DashboardContext } from './dashboard-context.ts'
import { examExists, selectLateAnswers, selectLateFiles, selectRuns } from './queries.ts'

type AnswerRow = Awaited<ReturnType<typeof selectLateAnswers>>[number]
type FileRow = Awaited<ReturnType<typeof selectLateFiles>>[number]

const stateOfAnswer = ({ sequence, standing, outcome }: AnswerRow): LateAnswer['state'] => {
  if (standing !== null && standing >= sequence) return standing === sequence ? 'counts' : 'replaced'
  return outcome === 'review' ? 'waits' : 'late'
}

const stateOfFile = ({ outcome, accepted_at }: FileRow): LateAnswer['state'] => {
  if (accepted_at !== null || outcome === 'applied' || outcome === 'late-applied') return 'counts'
  return outcome === 'review' ? 'waits' : 'late'
}

/** The part of a list that is asked for. */
export interface LatePage {
  readonly examGuid: string
  readonly skip?: number | undefined
  readonly take?: number | undefined
}

/** A page of an exam's late answers and files, the first that came first; undefined if there is no such exam. */
export const lateAnswersOf = async (
  context: LedgerContext,
  orgId: number,
  { examGuid, skip = 0, take = mostLateAnswers }: LatePage,
): Promise<{ late: LateAnswer[]; more: boolean } | undefined> => {
  const { database } = context
  if (!(await examExists(database, orgId, examGuid))) return undefined
  const most = skip + take + 1
  const answers = await selectLateAnswers(database, orgId, examGuid, most)
  const files = await selectLateFiles(database, orgId, examGuid, most)
  const all = [
    ...answers.map((row) => ({ row, state: stateOfAnswer(row), fileName: undefined })),
    ...files.map((row) => ({ row, state: stateOfFile(row), fileName: row.file_name })),
  ].sort((one, other) => one.row.received_at - other.row.received_at)
  const page = all.slice(skip, skip + take)
  const named = new Set(page.map(({ row }) => row.form_run_guid))
  const numbers = new Map<string, number>()
  for (const run of await selectRuns(database, orgId, { examGuid })) {
    if (!named.has(run.form_run_guid)) continue
    const { layout } = await loadedOf(context, run)
    for (const { id, number } of layout.questions) numbers.set(`${run.form_run_guid}/${id}`, number)
  }
  const late = page.map(({ row, state, fileName }): LateAnswer => {
    const questionNumber = numbers.get(`${row.form_run_guid}/${row.question_id}`)
    return {
      formRunGuid: row.form_run_guid,
      userGuid: row.user_guid,
      username: row.username,
      firstName: row.first_name,
      lastName: row.last_name,
      ...(row.question_id !== null && { questionId: row.question_id }),
      ...(questionNumber !== undefined && { questionNumber }),
      ...(fileName !== undefined && { fileName }),
      ...(row.typed_at !== null && { typedAt: new Date(row.typed_at).toISOString() }),
      receivedAt: new Date(row.received_at).toISOString(),
      ...(row.late_ms !== null && { lateBy: row.late_ms / 1000 }),
      ...(row.judged !== null && { reason: row.judged }),
      state,
    }
  })
  return { late, more: all.length > skip + take }
}

/** Which answers of an exam came late, for whoever decides what counts: the invigilator's own organisation alone. */
export const dashLateAnswersRoute = (context: Pick<DashboardContext, 'clock' | 'database' | 'exams'>) =>
  route(dashLateAnswers, async ({ caller, query }) => {
    const page = await lateAnswersOf(context, caller.orgId, query)
    return page ? { ok: true, value: page } : refuse('NOT_FOUND', 'There is no such exam in this organisation.')
  })
