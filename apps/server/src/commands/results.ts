import { createExamCache } from '../assessment/form-run/index.ts'
import type { LedgerContext } from '../assessment/ledger/index.ts'
import { type ConfirmOutcome, confirmResults, type ReleaseState, releaseStateOf } from '../assessment/results/index.ts'
import type { Database } from '../db/database.ts'
import { selectScheduled } from '../organisation/schedules.ts'
import { createCommandClock } from '../server-time/command-clock.ts'

/** What `sitwell results` can do. */
const resultsWords = ['list', 'confirm', 'withdraw'] as const
export type ResultsWord = (typeof resultsWords)[number]

export const isResultsWord = (word: string | undefined): word is ResultsWord => resultsWords.some((one) => one === word)

interface ResultsWishes {
  readonly orgId: number
  /** Exactly one of these two. */
  readonly formRunGuid: string | undefined
  readonly examGuid: string | undefined
  readonly reason: string | undefined
  readonly asFarAsMarked: boolean
}

/** Sittings by the names of their learners. */
const selectRuns = async ({ kysely }: Database, { orgId, formRunGuid, examGuid }: ResultsWishes) => {
  const all = selectScheduled(kysely, orgId).where('form_run.form_run_guid', 'is not', null)
  const ofExam = examGuid === undefined ? all : all.where('schedule.exam_guid', '=', examGuid)
  const asked = formRunGuid === undefined ? ofExam : ofExam.where('form_run.form_run_guid', '=', formRunGuid)
  return asked.orderBy('person.username').orderBy('form_run.form_run_guid').execute()
}

type Run = Awaited<ReturnType<typeof selectRuns>>[number]

const momentOf = (ms: number) => `${new Date(ms).toISOString().slice(0, 16)}Z`

const answersOf = (count: number) => `${count} ${count === 1 ? 'answer waits' : 'answers wait'} for a person`

const stateOf = ({ completedAtMs, isShownAnyway, confirmedAtMs, hasSets }: ReleaseState) => {
  if (completedAtMs === null) return 'under way'
  if (hasSets) return 'in the result sets of its delivery'
  if (isShownAnyway) return 'shown immediately'
  return confirmedAtMs === null ? 'not confirmed' : `confirmed ${momentOf(confirmedAtMs)}`
}

const outcomeWords = (outcome: ConfirmOutcome | undefined, what: 'confirm' | 'withdraw'): string => {
  switch (outcome?.kind) {
    case undefined:
      return 'went away meanwhile'
    case 'done':
      return what === 'confirm' ? 'the results were confirmed' : 'the confirmation was withdrawn'
    case 'same':
      return what === 'confirm' ? 'the results were confirmed already' : 'the results were not confirmed'
    case 'open':
      return 'not completed yet; nothing was changed'
    case 'sets':
      return 'its delivery has result sets, which the office confirms and releases; nothing was changed'
    case 'shown':
      return 'its schedule shows results immediately; nothing was changed'
    case 'waiting':
      return `${answersOf(outcome.answers)}; --as-far-as-marked confirms what is marked. Nothing was changed`
  }
}

const isFine = (outcome: ConfirmOutcome | undefined) => outcome?.kind === 'done' || outcome?.kind === 'same'

const wrongIn = (word: ResultsWord, { formRunGuid, examGuid, reason }: ResultsWishes): string | undefined => {
  if ((formRunGuid === undefined) === (examGuid === undefined))
    return 'Name either a form run with --run or an exam with --exam.'
  return word === 'withdraw' && !reason ? 'withdraw takes --reason TEXT.' : undefined
}

const placeOf = (run: Run) => ({ orgId: run.org_id, formRunGuid: run.form_run_guid ?? '' })
const aboutOf = (run: Run) => `${run.form_run_guid}  ${run.username}`

const lineOf = async (context: LedgerContext, run: Run): Promise<string> => {
  const state = await releaseStateOf(context, placeOf(run))
  if (!state) return `${aboutOf(run)}  went away meanwhile`
  const pending = state.hasPending ? ['marked since; confirm the results again to release that'] : []
  return [aboutOf(run), stateOf(state), ...(state.waiting > 0 ? [answersOf(state.waiting)] : []), ...pending].join('  ')
}

/** Answers whether the results stand as they were wished. */
const change = async (
  context: LedgerContext,
  word: Exclude<ResultsWord, 'list'>,
  run: Run,
  { reason = '', asFarAsMarked }: ResultsWishes,
): Promise<boolean> => {
  const what = word === 'confirm' ? 'confirmed' : 'withdrawn'
  const outcome = await confirmResults(context, placeOf(run), { author: 'command', what, reason, asFarAsMarked })
  const line = `${aboutOf(run)}: ${outcomeWords(outcome, word)}.`
  if (isFine(outcome)) console.log(line)
  else console.error(line)
  return isFine(outcome)
}

/**
 * `sitwell results`: lists the sittings of an exam with the state of their release, confirms results, by which they are shown to learners, or
 * withdraws that. Answers the exit code: 1 if one could not be changed.
 */
export const commandResults = async (database: Database, word: ResultsWord, wishes: ResultsWishes): Promise<number> => {
  const wrong = wrongIn(word, wishes)
  if (wrong !== undefined) {
    console.error(wrong)
    return 2
  }
  const runs = await selectRuns(database, wishes)
  if (runs.length === 0) {
    console.error(`Organisation ${wishes.orgId} has no such sitting.`)
    return 1
  }
  const clock = await createCommandClock(database)
  const context = { database, exams: createExamCache(database, clock.nowMs), clock }
  if (word === 'list') {
    for (const run of runs) console.log(await lineOf(context, run))
    return 0
  }
  let failed = 0
  for (const run of runs) if (!(await change(context, word, run, wishes))) failed += 1
  return failed > 0 ? 1 : 0
}
