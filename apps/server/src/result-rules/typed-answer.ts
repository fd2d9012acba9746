import { officeTypedAnswer } from '@sitwell/contract'
import { isSameAnswer, nameOfAnswer } from '@sitwell/question-types/accepted-answers'
import { markingOf } from '@sitwell/question-types/marking'
import { answerOfTyped } from '@sitwell/question-types/typed-answers'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { loadExamsSat } from './exams-sat.ts'
import { findDelivery } from './find-delivery.ts'
import { collectAnswers, rowOf, typedVersion, wordsOf } from './given-answers.ts'
import type { RulesContext } from './rules-context.ts'
import { selectRules } from './rules-rows.ts'

type Context = Pick<RulesContext, 'clock' | 'database' | 'exams' | 'selectSittings'>

const notTyped = refuse('NOT_FOUND', 'Nobody sat an exam with a question here to which an answer can be typed.')
const refusedBecause = (message: string) =>
  refuse('INVALID_REQUEST', 'This is no answer to the question.', { details: [{ path: 'body.values', message }] })

/** What an answer would be that somebody types, with how many gave it. */
export const officeTypedAnswerRoute = (context: Context) =>
  route(officeTypedAnswer, async ({ caller, body: { deliveryID, questionID, values } }) => {
    const found = await findDelivery(context, caller, deliveryID, 'results.read')
    if (!found.ok) return found
    const sittings = await context.selectSittings(found)
    const exams = await loadExamsSat(context, sittings)
    const version = typedVersion(exams, questionID)
    if (!version) return notTyped
    const { exam, question, asked } = version
    const answer = answerOfTyped(asked, values)
    if (!answer) return refusedBecause('other-places')
    const name = nameOfAnswer(question, answer)
    if (name === undefined) return refusedBecause('empty')
    const accepted = (await selectRules(context.database.kysely, found)).decisions.filter(
      (one) => one.kind === 'accept' && one.questionID === questionID,
    )
    const { groups } = await collectAnswers(context, sittings, questionID)
    const given = groups.find((group) => group.name === name)
    if (given) return { ok: true, value: { answer: rowOf(given, exams, accepted) } }
    const { score, maxScore } = markingOf(question).mark(question, answer)
    return {
      ok: true,
      value: {
        answer: {
          answer: { ...answer, options: [...answer.options] },
          text: wordsOf({ answer, question, exam }, exams),
          ...{ count: 0, byPerson: 0, isRight: score >= maxScore },
          isAccepted: accepted.some(({ also }) => also !== undefined && isSameAnswer(question, also, answer)),
        },
      },
    }
  })
