import type { LateRules, TypedClaim } from '@sitwell/exam/answers/late-answers'
import { barOfFile } from '@sitwell/exam/parts/part-windows'
import { asksForFiles } from '@sitwell/question-types/rules'
import type { Kysely } from 'kysely'
import { type Judgement, judgeArrival } from '../assessment/answers/index.ts'
import type { LoadedExam } from '../assessment/form-run/index.ts'
import type { FormRunTable, Schema } from '../db/schema.ts'

/** When a browser says that a file was chosen, or given up, as the calls carry it. */
export interface ChosenFields {
  readonly chosenContactAt?: number | undefined
  readonly chosenSteadyMs?: number | undefined
  readonly chosenWallMs?: number | undefined
}

export const claimOf = ({ chosenContactAt, chosenSteadyMs, chosenWallMs }: ChosenFields): TypedClaim | undefined =>
  chosenContactAt === undefined || chosenWallMs === undefined
    ? undefined
    : { contactMs: chosenContactAt, steadyMs: chosenSteadyMs, wallMs: chosenWallMs }

/** Whether files are taken at a question. */
export const takesFiles = ({ publicQuestions }: LoadedExam, questionId: string): boolean => {
  const question = publicQuestions.get(questionId)
  return question !== undefined && asksForFiles(question)
}

/** The part of the question that a file was chosen for; undefined if the request names none, or the exam has no such question. */
export const partOfFile = ({ publicQuestions, partIds }: LoadedExam, questionId: string | null): string | undefined =>
  questionId === null ? undefined : partIds.get(publicQuestions.get(questionId)?.id ?? questionId)

/** What comes of a form run's files, and of which question. */
export interface FileArrival {
  /** Null if nobody said. */
  readonly questionId: string | null
  readonly receivedMs: number
  readonly claim: TypedClaim | undefined
}

/** The parts that it may belong to: where nobody said at which question it was chosen, those of all that take files. */
const partsOf = (loaded: LoadedExam, questionId: string | null): readonly string[] => {
  const asked = [...loaded.publicQuestions.keys()].filter((id) => takesFiles(loaded, id))
  const parts = (questionId === null ? asked : [questionId]).flatMap((id) => loaded.partIds.get(id) ?? [])
  return parts.length === 0 ? [''] : [...new Set(parts)]
}

export interface FileJudgement extends Judgement {
  /** Why the window of its part lets it not count, whenever it was chosen. */
  readonly bar: 'closed' | 'reading' | undefined
  /** The latest end of the parts that it may belong to, a pause apart; undefined if one has none. */
  readonly lastEndMs: number | undefined
}

const worth = ({ bar, verdict }: FileJudgement) => (bar ? 0 : verdict === 'count' ? 3 : verdict === 'review' ? 2 : 1)

/** Whether a file counts more as it is judged here than as it is there. */
export const isBetter = (one: FileJudgement, other: FileJudgement): boolean => worth(one) > worth(other)

/** Judges an upload, or a deletion, as an answer is judged: of several parts that it may belong to by the one that is best for it. */
export const judgeFile = async (
  kysely: Kysely<Schema>,
  run: FormRunTable,
  loaded: LoadedExam,
  { questionId, receivedMs, claim }: FileArrival,
  rules: LateRules,
): Promise<FileJudgement> => {
  const found: FileJudgement[] = []
  for (const partId of partsOf(loaded, questionId)) {
    const judged = await judgeArrival(kysely, run, { partId, receivedMs, claim }, rules)
    const isClaimed = claim !== undefined
    const bar = barOfFile(judged.window, { atMs: receivedMs, chosenMs: judged.typedMs, isClaimed })
    const isUnknown = bar === 'unknown' && judged.verdict === 'count'
    found.push({
      ...judged,
      ...(isUnknown && { verdict: 'review', reason: 'moment-unknown' }),
      bar: bar === 'unknown' ? undefined : bar,
      lastEndMs: undefined,
    })
  }
  const never = Number.POSITIVE_INFINITY
  const lastMs = Math.max(...found.map(({ window }) => Math.min(run.ends_at ?? never, window?.endsAtMs ?? never)))
  const [best] = found.sort((one, other) => worth(other) - worth(one))
  if (!best) throw new Error('A file belongs to no part')
  return { ...best, lastEndMs: lastMs === never ? undefined : lastMs }
}

/** Why a file was judged so, as its row keeps it. */
export const columnsOfJudged = ({ reason, typedMs, evidence }: Pick<FileJudgement, 'reason' | 'typedMs' | 'evidence'>) => ({
  judged: reason,
  typed_at: typedMs === undefined ? null : Math.round(typedMs),
  evidence: JSON.stringify(evidence),
})
