import { attemptQuestion } from '@sitwell/contract'
import { givenParts } from '@sitwell/exam/parts/part-release'
import { hasRunningParts } from '@sitwell/exam/time/exam-plan'
import { untilOverMs } from '@sitwell/exam/time/exam-time'
import { type AuthoredQuestion, standingAfter } from '@sitwell/question-types/marking'
import type { Kysely } from 'kysely'
import type { AnswerTable, Schema } from '../../db/schema.ts'
import { type RefusedOutcome, refuse } from '../../http/refusal.ts'
import { type Incoming, route } from '../../http/service.ts'
import { createRefuseWithheld } from '../answers/index.ts'
import type { AssessmentContext } from '../assessment-context.ts'
import {
  isAttempt,
  isInHistory,
  type KeptAttempt,
  ownFormRun,
  partsNotAsked,
  sealRulesOf,
  selectAnswerTo,
  selectAttemptsIn,
  storedAnswer,
} from '../form-run/index.ts'
import { changeLedger, type Decision, isHeldAt, type LedgerState, loadedOf } from '../ledger/index.ts'
import { mayGoOn } from '../schedules/index.ts'
import { attemptStateOf } from './attempt-state.ts'
import { mayCheckAnswers } from './attempts-told.ts'

type Body = Incoming<typeof attemptQuestion>['body']
type Refused = RefusedOutcome<(typeof attemptQuestion)['refusals'][number]>

/** Why nothing of a part is checked now; undefined if its questions are answered. */
const whyNotPart = (
  { plan, time, events, loaded }: LedgerState,
  questionId: string,
  isSealed: boolean,
): Refused | undefined => {
  const partId = loaded.partIds.get(questionId) ?? ''
  const part = time.parts[partId]
  if (part?.isComplete || partsNotAsked(events).has(partId))
    return refuse('PART_CLOSED', 'The part was finished or left for good.')
  if (isSealed && !givenParts({ time, events }).has(partId))
    return refuse('PART_SEALED', 'The part is sent when its learner gets to it.')
  if (!part || !hasRunningParts(plan)) return undefined
  if (part.readingLeftMs > 0) return refuse('READING_TIME', 'The part is to be read only, for now.')
  return part.leftMs === 0 ? refuse('TIME_OVER', 'The time of the part is over.') : undefined
}

const whyNot = (state: LedgerState, questionId: string, isSealed: boolean): Refused | undefined => {
  const { run, time, nowMs } = state
  if (run.completed_at !== null) return refuse('FORM_RUN_COMPLETED', 'The form run has been completed.')
  if (isHeldAt(run, nowMs)) return refuse('EXAM_PAUSED', 'The exam is paused: nothing is checked.')
  if (untilOverMs(time) === 0) return refuse('TIME_OVER', 'The time of the exam is over.')
  return whyNotPart(state, questionId, isSealed)
}

/**
 * Whether the learner is elsewhere by the ledger, so that the time of the question's part stands: what it tells could be had and thought over
 * for nothing. That they come there their page tells with the move itself; an attempt can't, as answers of the part that they leave may
 * still be on their way, and would come after it was closed.
 */
const isElsewhere = ({ plan, time, loaded }: LedgerState, questionId: string): boolean => {
  const partId = loaded.partIds.get(questionId)
  return hasRunningParts(plan) && partId !== undefined && partId !== time.partId
}

/** The attempts at the question so far, with the one that is made now at its end, where it counts. */
interface Made {
  readonly kept: readonly KeptAttempt[]
  readonly isNew: boolean
}

/** The attempts at a question that were made up to the one of this request; undefined if it has made none yet. */
const upTo = (events: LedgerState['events'], kept: readonly KeptAttempt[], { questionId, requestId }: Body) => {
  const at = events.filter((one) => isAttempt(one) && one.questionId === questionId)
  const place = at.findIndex((one) => one.requestId === requestId)
  return place < 0 ? undefined : kept.slice(0, place + 1)
}

const nextOf = (
  question: AuthoredQuestion,
  before: readonly KeptAttempt[],
  row: Pick<AnswerTable, 'answer' | 'sequence'> | undefined,
  ending: string | undefined,
): KeptAttempt => {
  const made = { answer: row && storedAnswer(row.answer), stored: row?.answer, sequence: row?.sequence, ending }
  const { isClosed } = standingAfter(question, [...before, made])
  return { ...made, isLast: isClosed }
}

/** Reads what the attempts so far came to, with the form run locked, and adds the one that is asked for. */
const make = async (
  kysely: Kysely<Schema>,
  state: LedgerState,
  question: AuthoredQuestion,
  body: Body,
): Promise<Made | Refused> => {
  const { run, events } = state
  const place = { orgId: run.org_id, formRunGuid: run.form_run_guid }
  const made = events.filter((one) => isAttempt(one) && one.questionId === question.id)
  const kept = (await selectAttemptsIn({ kysely }, run, made)).get(question.id) ?? []
  const repeated = upTo(events, kept, body)
  if (repeated) return { kept: repeated, isNew: false }
  if (kept.at(-1)?.isLast) return { kept, isNew: false }
  if (isElsewhere(state, question.id)) return refuse('PART_SEALED', 'The part is checked while its learner is in it.')
  const row = await selectAnswerTo({ kysely }, { ...run, question_id: question.id })
  const { sequence } = body
  const isAhead = sequence !== undefined && sequence > (row?.sequence ?? 0)
  if (isAhead && !(await isInHistory({ kysely }, place, 'sequence', sequence)))
    return refuse('MISSING_REQUESTS', 'The answer that is to be checked is not here.', { missing: [sequence] })
  const ending = question.attempts && body.ending !== undefined ? question.attempts.endings?.[body.ending]?.response : undefined
  return { kept: [...kept, nextOf(question, kept, row, ending)], isNew: true }
}

/** Whether a question has attempts at all, and the button that was pressed. */
const isOffered = ({ attempts }: AuthoredQuestion, { ending = -1 }: Body): boolean =>
  attempts !== undefined && attempts !== false && ending < (attempts.endings?.length ?? 0)

/**
 * Has an answer checked: decided while nobody else can change the ledger, which says of each attempt what was handed in. What is told of it is
 * worked out from there again, as marks are.
 */
export const attemptQuestionRoute = (context: AssessmentContext) => {
  const refuseWithheld = createRefuseWithheld(context)
  return route(attemptQuestion, async ({ caller, body, request }) => {
    const notFound = () => refuse('NOT_FOUND', 'There is no such question for this person.')
    const run = await ownFormRun(context.database, caller, body.formRunGuid)
    if (!run) return notFound()
    const place = { orgId: caller.orgId, formRunGuid: run.form_run_guid }
    await context.contacts.note(place, caller)
    const loaded = await loadedOf(context, run)
    // First of all: whether an answer can be checked at all would tell something about a sealed question.
    const sealed = await refuseWithheld(run, loaded, loaded.partIds.get(body.questionId))
    if (sealed) return sealed
    const question = loaded.questions.find(({ id }) => id === body.questionId)
    if (!question || !isOffered(question, body) || !(await mayCheckAnswers(context.database, run, loaded))) return notFound()
    const no = await mayGoOn(context, { caller, request, run, exam: loaded.exam })
    if (no) return no
    const { isSealed } = await sealRulesOf(context.database, caller.orgId, loaded.exam)
    let outcome: Made | Refused = notFound()
    const decide: Decision = async (state, kysely) => {
      outcome = whyNot(state, question.id, isSealed) ?? (await make(kysely, state, question, body))
      const last = 'kept' in outcome && outcome.isNew ? outcome.kept.at(-1) : undefined
      if (!last) return []
      const { sequence, ending, isLast } = last
      return [{ kind: 'attempt', questionId: question.id, sequence, ending, isLast }]
    }
    const state = await changeLedger(context, place, caller, decide, body.requestId)
    if (!state) return notFound()
    // It was set while the ledger was held.
    const done = outcome as Made | Refused
    return 'kept' in done ? { ok: true as const, value: attemptStateOf(question, done.kept) } : done
  })
}
