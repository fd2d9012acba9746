import type { Question } from '@sitwell/contract'
import type { Decision } from '@sitwell/exam/result-rules/result-rules'
import type { Cell, Person } from '@sitwell/exam/statistics/exam-statistics'
import { rulesOf } from '@sitwell/question-types/rules'
import { shownAnswer } from '../assessment/form-run/index.ts'
import { answeredStates } from '../assessment/results/index.ts'
import { keyOfGiven, readAccepted } from '../result-rules/index.ts'
import { type SittingOfExam, selectAnswersOf } from './select-sittings.ts'
import type { StatisticsContext } from './statistics-context.ts'

/** Sittings whose answers are in memory at once. */
const sittingsAtOnce = 250

type Stored = Awaited<ReturnType<typeof selectAnswersOf>>
type Of<K extends keyof Stored> = NonNullable<ReturnType<Stored[K]['get']>>

interface Had {
  readonly marks: Of<'marks'>
  readonly answers: Of<'answers'>
  readonly files: Of<'files'>
  /** Whether an answer to this question was accepted beside its key. */
  isAccepted(questionId: string): boolean
}

/** What one person has for each question of the exam, in its order. */
export const personOf = (questions: readonly Question[], { marks, answers, files, isAccepted }: Had): Person => {
  const markOf = new Map(marks.map((mark) => [mark.question_id, mark]))
  const asked = questions.filter(({ id }) => markOf.has(id))
  const given = new Set(
    answeredStates(asked, answers, files).flatMap(({ question, answered }) => (answered === 'not' ? [] : [question.id])),
  )
  const seen = new Set([...answers.map(({ question_id }) => question_id), ...given])
  const lastSeen = questions.findLastIndex(({ id }) => seen.has(id))
  const cellOf = ({ id }: Question, at: number): Cell => {
    const mark = markOf.get(id)
    if (!mark) return 'not-asked'
    if (mark.needs_person === 1) return 'unmarked'
    if (isAccepted(id)) return Math.max(mark.score, mark.max_score)
    if (given.has(id) || mark.score > 0) return mark.score
    return at > lastSeen ? 'not-reached' : 'omitted'
  }
  const chosen = new Map(
    questions.flatMap(({ id }, at) => {
      const row = answers.find(({ question_id }) => question_id === id)
      const options = row ? shownAnswer(row.answer).options.map(({ optionID }) => optionID) : []
      return options.length > 0 ? [[at, options] as const] : []
    }),
  )
  return { cells: questions.map(cellOf), chosen }
}

/** Questions that statistics are of: those that want an answer. */
export const countedQuestions = (questions: readonly Question[]): Question[] =>
  questions.filter(({ type }) => rulesOf(type).takesAnswer || rulesOf(type).answersByFiles === true)

/** Reads what people have for each question, a few sittings at a time. Whoever gave an answer that a decision accepts has the marks of it. */
export const readPeople = async (
  context: Pick<StatisticsContext, 'database' | 'exams'>,
  orgId: number,
  { questions, decisions }: { readonly questions: readonly Question[]; readonly decisions: readonly Decision[] },
  sittings: readonly SittingOfExam[],
): Promise<Person[]> => {
  const people: Person[] = []
  for (let from = 0; from < sittings.length; from += sittingsAtOnce) {
    const some = sittings.slice(from, from + sittingsAtOnce)
    const guids = some.map(({ form_run_guid }) => form_run_guid)
    const { marks, answers, files } = await selectAnswersOf(context.database, orgId, guids)
    const { byKey } = await readAccepted(context, some, decisions)
    for (const guid of guids)
      people.push(
        personOf(questions, {
          ...{ marks: marks.get(guid) ?? [], answers: answers.get(guid) ?? [], files: files.get(guid) ?? [] },
          isAccepted: (questionId) => byKey.has(keyOfGiven(guid, questionId)),
        }),
      )
  }
  return people
}
