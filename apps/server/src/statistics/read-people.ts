import type { Question } from '@sitwell/contract'
import type { Decision } from '@sitwell/exam/result-rules/result-rules'
import type { Cell, Person } from '@sitwell/exam/statistics/columns'
import { rulesOf } from '@sitwell/question-types/rules'
import { erasedAmong, shownAnswer } from '../assessment/form-run/index.ts'
import { answeredStates } from '../assessment/results/index.ts'
import { keyOfGiven, readAccepted } from '../result-rules/index.ts'
import { type SittingOfExam, selectAnswersOf } from './select-sittings.ts'
import type { StatisticsContext } from './statistics-context.ts'

/**
 * The number of sittings whose answers are in memory at the same time. Texts of more sittings would survive the first collections of garbage, and unused texts
 * would fill a heap of hundreds of megabytes.
 */
const sittingsAtOnce = 100

type Stored = Awaited<ReturnType<typeof selectAnswersOf>>
type Of<K extends keyof Stored> = NonNullable<ReturnType<Stored[K]['get']>>

/** What a stored answer says: whether anything was given, and the ids of the options that were chosen. */
interface Said {
  readonly isGiven: boolean
  readonly options: readonly string[]
}

/** Different answers to a question that are remembered: all of a choice, and some of what is written. */
const mostRemembered = 500

/** Reads stored answers to the questions of an exam. What many people gave alike is read once. */
const createReader = (questions: readonly Question[]) => {
  const remembered = questions.map(() => new Map<string, Said>())
  const isGiven = (question: Question, answers: Of<'answers'>, files: Of<'files'>): boolean =>
    answeredStates([question], answers, files).some(({ answered }) => answered !== 'not')
  const read = (question: Question, row: Of<'answers'>[number], files: Of<'files'>): Said => ({
    isGiven: isGiven(question, [row], files),
    options: shownAnswer(row.answer).options.map(({ optionID }) => optionID),
  })
  return {
    /** Where a question stands; undefined of one that isn't counted. */
    placeOf: new Map(questions.map(({ id }, at) => [id, at])),
    /** What a person said to the question at a place. */
    said: (at: number, row: Of<'answers'>[number], files: Of<'files'>): Said | undefined => {
      const [question, known] = [questions[at], remembered[at]]
      if (!question || !known) return undefined
      if (files.length > 0) return read(question, row, files)
      const found = known.get(row.answer) ?? read(question, row, files)
      if (known.size < mostRemembered) known.set(row.answer, found)
      return found
    },
    /** Whether anything was given to a question by files alone. */
    isGivenByFiles: (at: number, files: Of<'files'>): boolean => {
      const question = questions[at]
      return question !== undefined && isGiven(question, [], files)
    },
  }
}

interface Had {
  readonly marks: Of<'marks'>
  readonly answers: Of<'answers'>
  readonly files: Of<'files'>
  /** Their answers were erased: it is no longer known what was omitted, so that each mark counts as it is. */
  readonly areErased: boolean
  /** Whether an answer to this question was accepted beside its key. */
  isAccepted(questionId: string): boolean
}

type Reader = ReturnType<typeof createReader>

/** What one person gave, and how far they came, by the places of questions. */
const givenBy = ({ placeOf, said, isGivenByFiles }: Reader, { answers, files }: Pick<Had, 'answers' | 'files'>) => {
  const given: boolean[] = []
  const chosen: (readonly string[] | undefined)[] = []
  let lastSeen = -1
  for (const row of answers) {
    const at = placeOf.get(row.question_id) ?? -1
    const found = said(at, row, files)
    if (!found) continue
    lastSeen = Math.max(lastSeen, at)
    if (found.isGiven) given[at] = true
    if (found.options.length > 0) chosen[at] = found.options
  }
  for (const id of new Set(files.map(({ question_id }) => question_id ?? ''))) {
    const at = placeOf.get(id) ?? -1
    if (!isGivenByFiles(at, files)) continue
    lastSeen = Math.max(lastSeen, at)
    given[at] = true
  }
  return { given, chosen, lastSeen }
}

/** What one person has for each question of the exam, in its order. */
const personOf = (count: number, reader: Reader, { marks, areErased, isAccepted, ...had }: Had): Person => {
  const { given, chosen, lastSeen } = givenBy(reader, had)
  const cellOf = (at: number, { question_id: id, score, max_score, needs_person }: Of<'marks'>[number]): Cell => {
    if (needs_person === 1) return 'unmarked'
    if (isAccepted(id)) return Math.max(score, max_score)
    if (given[at] || score > 0 || areErased) return score
    return at > lastSeen ? 'not-reached' : 'omitted'
  }
  const cells = Array.from<Cell>({ length: count }).fill('not-asked')
  for (const mark of marks) {
    const at = reader.placeOf.get(mark.question_id)
    if (at !== undefined) cells[at] = cellOf(at, mark)
  }
  return { cells, chosen }
}

/** Questions that statistics are of: those that want an answer. */
export const countedQuestions = (questions: readonly Question[]): Question[] =>
  questions.filter(({ type }) => rulesOf(type).takesAnswer || rulesOf(type).answersByFiles === true)

/**
 * Reads what people have for each question, a few sittings at a time, and passes each person on in the order of the sittings, so that not all people have to be
 * in memory. A person who gave an answer that a decision accepts has the marks of it.
 */
export const readPeople = async (
  context: Pick<StatisticsContext, 'database' | 'exams'>,
  orgId: number,
  { questions, decisions }: { readonly questions: readonly Question[]; readonly decisions: readonly Decision[] },
  sittings: readonly SittingOfExam[],
  take: (person: Person) => void,
): Promise<void> => {
  const pieces = Array.from({ length: Math.ceil(sittings.length / sittingsAtOnce) }, (_, at) =>
    sittings.slice(at * sittingsAtOnce, (at + 1) * sittingsAtOnce),
  )
  const read = async (some: readonly SittingOfExam[]) => {
    const guids = some.map(({ form_run_guid }) => form_run_guid)
    return {
      guids,
      had: await selectAnswersOf(context.database, orgId, guids),
      accepted: await readAccepted(context, some, decisions),
      erased: await erasedAmong(context.database, orgId, guids),
    }
  }
  const reader = createReader(questions)
  let reading: ReturnType<typeof read> | undefined
  for (const [at, piece] of pieces.entries()) {
    const { guids, had, accepted, erased } = await (reading ?? read(piece))
    // The database reads the next ones while these are worked out.
    const next = pieces[at + 1]
    reading = next && read(next)
    reading?.catch(() => undefined)
    for (const guid of guids)
      take(
        personOf(questions.length, reader, {
          ...{ marks: had.marks.get(guid) ?? [], answers: had.answers.get(guid) ?? [], files: had.files.get(guid) ?? [] },
          areErased: erased.has(guid),
          isAccepted: (questionId) => accepted.byKey.size > 0 && accepted.byKey.has(keyOfGiven(guid, questionId)),
        }),
      )
  }
}
