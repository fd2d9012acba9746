import { type Answer, officeGivenAnswers, type Question } from '@sitwell/contract'
import type { Decision, QuestionMarks } from '@sitwell/exam/result-rules/result-rules'
import { isSameAnswer, mayAccept, nameOfAnswer } from '@sitwell/question-types/accepted-answers'
import type { AuthoredQuestion } from '@sitwell/question-types/marking'
import { typedFields } from '@sitwell/question-types/typed-answers'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { firstWords } from '../paper/first-words.ts'
import { type GivenTo, readGiven } from './accepted-answers.ts'
import { answerWords } from './answer-words.ts'
import type { CountedSitting } from './counted-sittings.ts'
import { type ExamSat, keyOfExam, loadExamsSat } from './exams-sat.ts'
import { findDelivery } from './find-delivery.ts'
import { readMarks, sittingsAtOnce } from './read-marks.ts'
import { iso, type RulesContext } from './rules-context.ts'
import { selectRules } from './rules-rows.ts'

type Context = Pick<RulesContext, 'clock' | 'database' | 'exams' | 'selectSittings'>

const answersOfPage = 50
/** Characters of an answer in words. */
const mostText = 500

/** Answers that a key doesn't tell apart. */
interface Group {
  readonly name: string
  readonly answer: Answer
  readonly question: AuthoredQuestion
  /** By {@link keyOfExam}. */
  readonly exam: string
  count: number
  byPerson: number
  isRight: boolean
  marked: number
  /** The sum of the shares of the marks that they have. */
  shares: number
}

const addTo = (
  groups: Map<string, Group>,
  name: string,
  { sitting, question, answer, isByPerson }: GivenTo,
  mark: QuestionMarks,
) => {
  if (!answer) return
  const start = { count: 0, byPerson: 0, isRight: false, marked: 0, shares: 0 }
  const group = groups.get(name) ?? { ...{ name, answer, question, exam: keyOfExam(sitting) }, ...start }
  groups.set(name, group)
  group.count += 1
  if (isByPerson) group.byPerson += 1
  else if (!mark.waits && mark.score >= mark.max) group.isRight = true
  if (mark.waits || mark.max <= 0) return
  group.marked += 1
  group.shares += mark.score / mark.max
}

/** All that was given to a question, and how many gave nothing; of answers alone that its key tells apart. */
export const collectAnswers = async (context: Context, sittings: readonly CountedSitting[], questionId: string) => {
  const groups = new Map<string, Group>()
  let blank = 0
  for (let from = 0; from < sittings.length; from += sittingsAtOnce) {
    const some = sittings.slice(from, from + sittingsAtOnce)
    const [orgId = 0] = some.map(({ org_id }) => org_id)
    const guids = some.map(({ form_run_guid }) => form_run_guid)
    const marks = await readMarks(context.database, orgId, guids, [questionId])
    for (const given of await readGiven(context, some, [questionId])) {
      const mark = marks.get(given.sitting.form_run_guid)?.[0]
      // Of a question in a part that was not asked there is no mark.
      if (!mark) continue
      const name = given.answer && nameOfAnswer(given.question, given.answer)
      if (name === undefined) blank += 1
      else addTo(groups, name, given, mark)
    }
  }
  const ordered = [...groups.values()].sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
  return { groups: ordered, blank }
}

/** A question as its page has it. */
export const askedIn = (exam: ExamSat | undefined, questionId: string): Question | undefined =>
  exam?.loaded.layout.questions.find(({ id }) => id === questionId)

/** An answer in words: what stands in each field of it. */
export const wordsOf = (
  { answer, question, exam }: Pick<Group, 'answer' | 'exam' | 'question'>,
  exams: ReadonlyMap<string, ExamSat>,
): string => {
  const shown = askedIn(exams.get(exam), question.id)
  const words = shown ? answerWords(shown, answer, mostText) : ''
  return words === '' ? firstWords(answer.answerText, mostText) : words
}

export const rowOf = (group: Group, exams: ReadonlyMap<string, ExamSat>, accepted: readonly Decision[]) => ({
  answer: group.answer,
  text: wordsOf(group, exams),
  count: group.count,
  ...(group.marked > 0 && { facility: group.shares / group.marked }),
  isRight: group.isRight,
  isAccepted: accepted.some(({ also }) => also !== undefined && isSameAnswer(group.question, also, group.answer)),
  byPerson: group.byPerson,
})

const placeOf = (cursor: string | undefined): number => (/^\d{1,7}$/.test(cursor ?? '') ? Number(cursor) : 0)

/** The version of a question of which answers can be typed, with its exam; undefined if there is none. */
export const typedVersion = (exams: ReadonlyMap<string, ExamSat>, questionId: string) => {
  for (const [exam, one] of exams) {
    const question = one.loaded.questions.find(({ id }) => id === questionId)
    const asked = askedIn(one, questionId)
    const fields = asked && question && mayAccept(question) ? typedFields(asked) : undefined
    if (asked && question && fields) return { exam, question, asked, fields }
  }
  return undefined
}

const typedPlaces = (exams: ReadonlyMap<string, ExamSat>, questionId: string) =>
  typedVersion(exams, questionId)?.fields.map(({ label, options }) => ({
    label: firstWords(label, mostText),
    ...(options && { options: [...options] }),
  }))

/** The answers that were given to a question, with how many gave each. */
export const officeGivenAnswersRoute = (context: Context) =>
  route(officeGivenAnswers, async ({ caller, query: { deliveryID, questionID, cursor } }) => {
    const found = await findDelivery(context, caller, deliveryID, 'results.read')
    if (!found.ok) return found
    const { kysely } = context.database
    const sittings = await context.selectSittings(found)
    const exams = await loadExamsSat(context, sittings)
    const questions = [...exams.values()].flatMap(({ loaded }) => loaded.questions.find(({ id }) => id === questionID) ?? [])
    if (questions.length === 0) return refuse('NOT_FOUND', 'Nobody sat an exam with this question in this delivery.')
    const asOf = iso(context.clock.nowMs())
    if (!questions.some(mayAccept)) return { ok: true, value: { mayAccept: false, answers: [], total: 0, blank: 0, asOf } }
    const accepted = (await selectRules(kysely, found)).decisions.filter(
      (one) => one.kind === 'accept' && one.questionID === questionID,
    )
    const { groups, blank } = await collectAnswers(context, sittings, questionID)
    const from = placeOf(cursor)
    const next = from + answersOfPage < groups.length ? { next: String(from + answersOfPage) } : {}
    const answers = groups.slice(from, from + answersOfPage).map((group) => rowOf(group, exams, accepted))
    const typed = typedPlaces(exams, questionID)
    return {
      ok: true,
      value: { mayAccept: true, answers, ...(typed && { typed }), total: groups.length, blank, ...next, asOf },
    }
  })
