import { randomUUID } from 'node:crypto'
import type { Question, saveAnswer } from '@sitwell/contract'
import { claimedMoment } from '@sitwell/exam/answers/late-answers'
import { hasRunningParts } from '@sitwell/exam/time/exam-plan'
import { formProblems } from '@sitwell/question-types/marking'
import { rulesOf } from '@sitwell/question-types/rules'
import type * as z from 'zod/mini'
import { type RefusedOutcome, refuse } from '../../http/refusal.ts'
import type { LoadedExam, RunPlace } from '../form-run/index.ts'
import type { Save } from './save.ts'

/** The body of a save, read by its schema. */
export type SaveBody = z.output<typeof saveAnswer.body>

/** Saves from a player that numbers nothing come in the order of their arrival, above all that is held. */
const writerless = 'none'

const answerIn = ({ answerText, options, otherText }: SaveBody) => ({
  answerText,
  options,
  ...(otherText !== undefined && { otherText }),
})

/** The part of the question that a save answers; undefined if the exam has no such question. */
export const partOfVersion = (
  { publicQuestions, partIds }: LoadedExam,
  { questionVersionId }: Pick<SaveBody, 'questionVersionId'>,
): string | undefined => partIds.get(publicQuestions.get(questionVersionId)?.id ?? '')

/** The question of this exam that a save answers; refused if there is none, or the answer doesn't fit it. */
export const questionOf = (
  loaded: LoadedExam | undefined,
  body: SaveBody,
):
  | { readonly ok: true; readonly value: { readonly loaded: LoadedExam; readonly question: Question } }
  | RefusedOutcome<'INVALID_ANSWER'> => {
  const question = loaded?.publicQuestions.get(body.questionVersionId)
  if (!loaded || !question)
    return refuse('INVALID_ANSWER', 'The question is not one of this exam.', {
      details: [{ path: 'body.questionVersionId', message: 'no question of this exam' }],
    })
  const answer = answerIn(body)
  const problems = [...rulesOf(question.type).problemsOf(question, answer), ...formProblems(question, answer)]
  if (problems.length > 0)
    return refuse('INVALID_ANSWER', 'The answer does not fit its question.', {
      details: problems.map(({ path, message }) => ({ path: `body.${path}`, message })),
    })
  return { ok: true, value: { loaded, question } }
}

/** A save as it is written, of a question that `questionOf` has found. */
export const toSave = (
  loaded: LoadedExam,
  { orgId, formRunGuid }: RunPlace,
  body: SaveBody,
  receivedMs: number,
): Omit<Save, 'heardMs'> => {
  const questionId = loaded.publicQuestions.get(body.questionVersionId)?.id ?? body.questionVersionId
  const claim = body.typed && { contactMs: body.typed.contactAt, steadyMs: body.typed.steadyMs, wallMs: body.typed.wallMs }
  return {
    event: {
      org_id: orgId,
      form_run_guid: formRunGuid,
      request_id: body.requestId ?? randomUUID(),
      question_id: questionId,
      sequence: body.sequence ?? null,
      writer_id: body.writerId ?? writerless,
      answer: JSON.stringify(answerIn(body)),
      workings: body.workings,
      bookmarked: body.bookmarked ? 1 : 0,
      client_time: body.ClientTime ?? null,
      received_at: receivedMs,
    },
    partId: hasRunningParts(loaded.plan) ? (loaded.partIds.get(questionId) ?? '') : '',
    // What names no question of this exam would open at none.
    page: loaded.partIds.has(body.page) ? body.page : questionId,
    timeRemainingMs: Math.round(body.timeRemaining * 1000),
    elapsedMs: Math.round(body.elapsedTime * 1000),
    isFromStore: body.IsFromLocalStorage === true,
    claim,
    typedMs: claimedMoment(claim, receivedMs),
  }
}
