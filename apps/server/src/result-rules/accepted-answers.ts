import type { Decision, QuestionMarks } from '@sitwell/exam/result-rules/result-rules'
import { isSameAnswer } from '@sitwell/question-types/accepted-answers'
import type { AuthoredQuestion } from '@sitwell/question-types/marking'
import { hasAttempts, type LoadedExam, selectAttemptsAt, standingAnswers, storedAnswer } from '../assessment/form-run/index.ts'
import { isMarkedByPerson } from '../assessment/marks/index.ts'
import type { Database } from '../db/database.ts'
import { isOneOf } from '../db/one-of.ts'
import { acceptedBeforeErasure } from './accepted-before-erasure.ts'
import type { MarkedSitting } from './counted-sittings.ts'
import { keyOfExam } from './exams-sat.ts'
import type { RulesContext } from './rules-context.ts'

type Reading = Pick<RulesContext, 'database' | 'exams'>

/** Of a set or map by responses. */
export const keyOfGiven = (formRunGuid: string, questionId: string): string => JSON.stringify([formRunGuid, questionId])

/** The answers to some questions that count in some sittings, and which of those responses somebody did anything about. */
const readAnswers = async (
  { kysely, dialect }: Database,
  orgId: number,
  guids: readonly string[],
  questionIds: readonly string[],
) => {
  const isOfThese = [
    isOneOf(dialect, 'form_run_guid', guids, (guid) => guid),
    isOneOf(dialect, 'question_id', questionIds, (id) => id),
  ] as const
  const answers = await kysely
    .selectFrom('answer')
    .selectAll()
    .where('org_id', '=', orgId)
    .where(isOfThese[0])
    .where(isOfThese[1])
    .execute()
  const entries = await kysely
    .selectFrom('mark_entry')
    .select(['form_run_guid', 'question_id'])
    .distinct()
    .where('org_id', '=', orgId)
    .where(isOfThese[0])
    .where(isOfThese[1])
    .execute()
  return {
    answers: Map.groupBy(answers, ({ form_run_guid }) => form_run_guid),
    touched: new Set(entries.map(({ form_run_guid, question_id }) => keyOfGiven(form_run_guid, question_id))),
  }
}

/** What somebody gave to one of the questions that are asked about. */
export interface GivenTo {
  readonly sitting: MarkedSitting
  /** As this learner has it. */
  readonly question: AuthoredQuestion
  /** Undefined where nothing was given that can be read. */
  readonly answer: ReturnType<typeof storedAnswer>
  /** A person's mark counts for it, or a person has to mark it again. */
  readonly isByPerson: boolean
}

/** The exams of sittings as their learners have them: what isn't drawn is the same for all, and loaded once. */
const createLoader = ({ exams }: Pick<Reading, 'exams'>) => {
  const shared = new Map<string, LoadedExam>()
  return async (sitting: MarkedSitting): Promise<LoadedExam> => {
    const key = keyOfExam(sitting)
    const loaded = shared.get(key) ?? (await exams.load(sitting))
    if (!loaded) throw new Error(`The exam ${sitting.exam_guid} of a form run is not there.`)
    if (!loaded.whole) shared.set(key, loaded)
    return loaded
  }
}

/** What was given to some questions in some sittings, of those alone that were asked them. */
export const readGiven = async (
  { database, exams }: Reading,
  sittings: readonly MarkedSitting[],
  questionIds: readonly string[],
): Promise<GivenTo[]> => {
  const [first] = sittings
  if (!first || questionIds.length === 0) return []
  const guids = sittings.map(({ form_run_guid }) => form_run_guid)
  const { answers, touched } = await readAnswers(database, first.org_id, guids, questionIds)
  const load = createLoader({ exams })
  const given: GivenTo[] = []
  for (const sitting of sittings) {
    const loaded = await load(sitting)
    const questions = loaded.questions.filter(({ id }) => questionIds.includes(id))
    const rows = answers.get(sitting.form_run_guid) ?? []
    const attempts = hasAttempts({ questions }) ? await selectAttemptsAt(database, sitting, { questions }) : undefined
    const standing = attempts ? standingAnswers(rows, attempts) : rows
    for (const question of questions) {
      const row = standing.find(({ question_id }) => question_id === question.id)
      const isTouched = touched.has(keyOfGiven(sitting.form_run_guid, question.id))
      const isByPerson = isTouched && (await isMarkedByPerson(database.kysely, sitting, loaded, question))
      given.push({ sitting, question, answer: row && storedAnswer(row.answer), isByPerson })
    }
  }
  return given
}

/** What decisions that accept an answer find in some sittings. */
export interface Accepted {
  /** By sitting and question ({@link keyOfGiven}): an accepted answer was given, and the key's mark counts. */
  readonly byKey: ReadonlySet<string>
  /** The same where a person's mark counts, which stays. */
  readonly byPerson: ReadonlySet<string>
}

const none: Accepted = { byKey: new Set(), byPerson: new Set() }

/** Finds the sittings and questions with an answer that decisions accept. Reads only answers to their questions; erased ones count as the newest result set had them. */
export const readAccepted = async (
  context: Reading,
  sittings: readonly MarkedSitting[],
  decisions: readonly Decision[],
): Promise<Accepted> => {
  const accepting = Map.groupBy(
    decisions.filter(({ kind }) => kind === 'accept'),
    ({ questionID }) => questionID,
  )
  if (accepting.size === 0) return none
  const [byKey, byPerson] = [new Set<string>(), new Set<string>()]
  for (const { sitting, question, answer, isByPerson } of await readGiven(context, sittings, [...accepting.keys()])) {
    const accepted = accepting.get(question.id) ?? []
    const isSame = answer && accepted.some(({ also }) => also && isSameAnswer(question, also, answer))
    if (isSame) (isByPerson ? byPerson : byKey).add(keyOfGiven(sitting.form_run_guid, question.id))
  }
  for (const { formRunGuid, questionId } of await acceptedBeforeErasure(context.database, sittings, accepting))
    byKey.add(keyOfGiven(formRunGuid, questionId))
  return { byKey, byPerson }
}

/** Marks with what accepted answers have. What waits for a person goes on waiting. */
export const withAccepted = (
  marks: readonly QuestionMarks[],
  formRunGuid: string,
  { byKey }: Accepted,
): readonly QuestionMarks[] =>
  byKey.size === 0
    ? marks
    : marks.map((one) =>
        !one.waits && byKey.has(keyOfGiven(formRunGuid, one.questionID)) ? { ...one, alsoScore: one.max } : one,
      )
