import type { Answer } from '@sitwell/contract'
import { decidedParts, type LedgerEvent, type NewEvent } from '@sitwell/exam/ledger/ledger'
import { conditionalParts, isRouted, routeThrough } from '@sitwell/exam/parts/route'
import type { AuthoredQuestion } from '@sitwell/question-types/marking'
import type { Database } from '../../db/database.ts'
import type { AnswerTable, FormRunTable } from '../../db/schema.ts'
import type { AuthoredExam } from '../../import/authored-exam.ts'
import type { PartRule } from '../../import/authored-route.ts'
import { selectLedger } from './ledger-queries.ts'
import type { LoadedExam } from './loaded-exam.ts'
import { partRules } from './part-rules.ts'
import { type KeptAttempts, standingAnswers } from './question-attempts.ts'
import { storedAnswer } from './stored-answer.ts'

type AnswerRow = Pick<AnswerTable, 'question_id' | 'answer'>
type Routed = Pick<LoadedExam, 'exam' | 'questions' | 'partIds'>

/** Whether answers decide which parts of an exam a learner is asked. */
export const isRoutedExam = ({ sections }: Pick<AuthoredExam, 'sections'>): boolean => isRouted(sections)

/** The parts that a learner may not be asked. */
export const conditionalPartsOf = ({ exam }: Pick<LoadedExam, 'exam'>): ReadonlySet<string> => conditionalParts(exam.sections)

/** What looks at rules once a form run is over: `scores` are the marks as they are kept, also those that a person gave. */
export const rulesAfter = (
  loaded: Routed,
  events: readonly LedgerEvent[],
  rows: readonly AnswerRow[],
  { scores, attempts }: { readonly scores: ReadonlyMap<string, number>; readonly attempts: KeptAttempts },
): ((rule: PartRule) => boolean) => {
  const { exam, questions, partIds } = loaded
  const asked = new Set([...routeOf(loaded, { events, rows, attempts })].flatMap(([id, isAsked]) => (isAsked ? [id] : [])))
  const holds = partRules({ questions, answers: answersIn(rows, attempts), partIds, scores, attempts }, exam.route)
  return (rule) => holds(rule, asked)
}

const answersIn = (rows: readonly AnswerRow[], attempts: KeptAttempts): ReadonlyMap<string, Answer> =>
  new Map(
    standingAnswers(rows, attempts).flatMap(({ question_id, answer }) => {
      const read = storedAnswer(answer)
      return read ? [[question_id, read] as const] : []
    }),
  )

/** What is known of a form run, by which parts are asked. */
interface Known {
  readonly events: readonly LedgerEvent[]
  readonly rows: readonly AnswerRow[]
  readonly attempts: KeptAttempts
}

/** Whether each part is asked, up to and with `last`: as it was decided, and else by the answers. */
const routeOf = (
  { exam, questions, partIds }: Routed,
  { events, rows, attempts }: Known,
  last?: string,
): ReadonlyMap<string, boolean> => {
  const holds = partRules({ questions, answers: answersIn(rows, attempts), partIds, attempts }, exam.route)
  return routeThrough(exam.sections, { decided: decidedParts(events), holds }, last)
}

/** What is decided when a learner comes to a part: of it and of those before it, as far as that hangs on answers and wasn't decided. */
export const decisionsUpTo = (loaded: Routed, { events, rows, attempts }: Known, partId: string): NewEvent[] => {
  const open = conditionalPartsOf(loaded)
  const before = decidedParts(events)
  return [...routeOf(loaded, { events, rows, attempts }, partId)].flatMap(([id, isAsked]): NewEvent[] =>
    open.has(id) && !before.has(id) ? [{ kind: 'part-decision', partId: id, isAsked }] : [],
  )
}

/** Parts that aren't asked, by what was decided so far. */
export const partsNotAsked = (events: readonly LedgerEvent[]): ReadonlySet<string> =>
  new Set([...decidedParts(events)].flatMap(([id, isAsked]) => (isAsked ? [] : [id])))

/**
 * The questions that count for a learner: all but those of parts that aren't asked. Parts to which they never came count where their answers
 * would have led there: who runs out of time doesn't get away from them.
 */
export const questionsAsked = (
  loaded: Routed,
  events: readonly LedgerEvent[],
  rows: readonly AnswerRow[],
  attempts: KeptAttempts,
): readonly AuthoredQuestion[] => {
  if (!isRoutedExam(loaded.exam)) return loaded.questions
  const route = routeOf(loaded, { events, rows, attempts })
  return loaded.questions.filter(({ id }) => route.get(loaded.partIds.get(id) ?? '') !== false)
}

/** What the ledger of a form run has, where anything of it decides which parts are asked. */
export const decidingEvents = async (
  database: Pick<Database, 'kysely'>,
  { org_id: orgId, form_run_guid: formRunGuid }: Pick<FormRunTable, 'org_id' | 'form_run_guid'>,
  { exam }: Pick<LoadedExam, 'exam'>,
): Promise<readonly LedgerEvent[]> => (isRoutedExam(exam) ? selectLedger(database, { orgId, formRunGuid }) : [])
