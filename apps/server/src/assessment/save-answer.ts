import { randomUUID } from 'node:crypto'
import { saveAnswer } from '@sitwell/contract'
import { hasRunningParts } from '@sitwell/exam/exam-plan'
import { rulesOf } from '@sitwell/question-types/rules'
import type { Caller } from '../http/caller.ts'
import { refuse } from '../http/refusal.ts'
import { type Ground, route } from '../http/service.ts'
import type { LoadedExam } from './exam-cache.ts'
import { createFormRunFacts, type FormRunFacts } from './form-run-facts.ts'
import { happeningsOf } from './learner-moves.ts'
import { selectFormRun } from './queries.ts'
import { changeLedger } from './time-ledger.ts'

/** Saves from a player that numbers nothing come in the order of their arrival, above all that is held. */
const writerless = 'none'

/** Saves one answer; answered only once it is committed to disk. */
export const saveAnswerRoute = (ground: Ground) => {
  const { database, exams, saves, clock } = ground
  const factsOf = createFormRunFacts(database, clock)
  const nextSequence = async (caller: Caller, formRunGuid: string) =>
    ((await selectFormRun(database, caller, formRunGuid))?.last_sequence ?? 0) + 1

  /** The learner is in another part than this process knew: the ledger has to know before the answer is held against its end. */
  const noteMove = async (caller: Caller, facts: FormRunFacts, { plan, partIds }: LoadedExam, page: string) => {
    const partId = partIds.get(page)
    if (partId === undefined || partId === facts.seenIn || !hasRunningParts(plan)) return
    const place = { orgId: caller.orgId, formRunGuid: facts.form_run_guid }
    await changeLedger(ground, place, caller.userGuid, (state) =>
      state.run.completed_at === null ? happeningsOf(state, { page }) : [],
    )
    facts.seenIn = partId
  }

  return route(saveAnswer, async ({ caller, body }) => {
    const run = await factsOf(caller, body.formRunGuid)
    if (!run) return refuse('NOT_FOUND', 'There is no such form run for this person.')
    const loaded = await exams.load(run)
    const question = loaded?.publicQuestions.get(body.questionVersionId)
    if (!loaded || !question)
      return refuse('INVALID_ANSWER', 'The question is not one of this exam.', {
        details: [{ path: 'body.questionVersionId', message: 'no question of this exam' }],
      })
    const { answerText, options, otherText } = body
    const answer = { answerText, options, ...(otherText !== undefined && { otherText }) }
    const problems = rulesOf(question.type).problemsOf(question, answer)
    if (problems.length > 0)
      return refuse('INVALID_ANSWER', 'The answer does not fit its question.', {
        details: problems.map(({ path, message }) => ({ path: `body.${path}`, message })),
      })
    await noteMove(caller, run, loaded, body.page)
    const sequence = body.sequence ?? (await nextSequence(caller, run.form_run_guid))
    const outcome = await saves.save({
      event: {
        org_id: caller.orgId,
        form_run_guid: run.form_run_guid,
        request_id: body.requestId ?? randomUUID(),
        question_id: question.id,
        sequence,
        writer_id: body.writerId ?? writerless,
        answer: JSON.stringify(answer),
        workings: body.workings,
        bookmarked: body.bookmarked ? 1 : 0,
        client_time: body.ClientTime ?? null,
        received_at: clock.nowMs(),
      },
      partId: hasRunningParts(loaded.plan) ? (loaded.partIds.get(question.id) ?? '') : '',
      page: body.page,
      timeRemainingMs: Math.round(body.timeRemaining * 1000),
      elapsedMs: Math.round(body.elapsedTime * 1000),
    })
    if (outcome === 'late')
      return refuse('FORM_RUN_COMPLETED', 'The form run was completed before; the answer is kept in the history.')
    return { ok: true, value: { saved: true as const, applied: outcome === 'applied', sequence } }
  })
}
