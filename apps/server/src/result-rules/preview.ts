import {
  officePreviewResultRules,
  type ResultRulesChange,
  type ResultRulesPreview,
  type RulesFigures,
  type ShownRulesRows,
} from '@sitwell/contract'
import { roundToBillionths } from '@sitwell/exam/marks-ledger/billionths'
import { byQuestion, hasQuestionsLeft } from '@sitwell/exam/result-rules/apply-decisions'
import { isOneOf } from '../db/one-of.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { collectMoves, type Figures } from './collect-results.ts'
import { type ExamSat, loadExamOf, loadExamsSat } from './exams-sat.ts'
import { type FoundDelivery, findDelivery } from './find-delivery.ts'
import { countsOf, hashOfPreview, type JudgedMove, judgedMoves } from './preview-of.ts'
import { nothingLeft, type ReadChange, readChange } from './read-change.ts'
import { iso, type RulesContext } from './rules-context.ts'

type Context = Pick<RulesContext, 'clock' | 'database' | 'exams' | 'selectSittings'>

/** Rows of one page. */
const rowsOfPage = 50

/** The exams by which a change is judged: those that were sat, or the delivery's own if nobody has begun. */
const examsOf = async (
  context: Context,
  found: FoundDelivery,
  sat: ReadonlyMap<string, ExamSat>,
): Promise<ReadonlyMap<string, ExamSat>> => {
  if (sat.size > 0) return sat
  const own = await loadExamOf(context, found)
  return new Map(own ? [['own', own]] : [])
}

const isEmptied = ({ after }: ReadChange, { loaded }: ExamSat): boolean =>
  !hasQuestionsLeft(
    loaded.questions.map(({ id, marks }) => ({ questionID: id, max: roundToBillionths(marks) })),
    byQuestion(after.decisions),
  )

/** A change with all that it does to everybody. */
export interface Previewed extends ReadChange {
  readonly hash: string
  readonly moves: readonly JudgedMove[]
  readonly counts: ReturnType<typeof countsOf>
}

/** Works out what a change of the rules of a delivery does. Nothing changes. */
export const previewChange = async (context: Context, found: FoundDelivery, change: ResultRulesChange) => {
  const sittings = await context.selectSittings(found)
  const exams = await examsOf(context, found, await loadExamsSat(context, sittings))
  const read = await readChange(context, found, change, [...exams.values()])
  if (!read.ok) return read
  const { before, after, decisions } = read
  const { moves, tally } = await collectMoves(context, { sittings, exams, before, after })
  if (moves.some(({ isEmptied: isEmpty }) => isEmpty) || [...exams.values()].some((exam) => isEmptied(read, exam)))
    return nothingLeft
  const judged = judgedMoves(moves)
  const hash = hashOfPreview(found.deliveryId, { before, after, moves: judged })
  const counts = countsOf(judged, { before, after, decisions, exams, sittings, tally })
  return { ...read, hash, moves: judged, counts } satisfies Previewed
}

const shownFigures = ({ score, max, percent, grade, passed }: Figures): RulesFigures => ({
  score,
  max,
  percent,
  grade,
  passed,
})

const namesOf = async ({ database: { kysely, dialect } }: Context, orgId: number, guids: readonly string[]) => {
  if (guids.length === 0) return new Map<string, { user_id: number; first_name: string; last_name: string }>()
  const rows = await kysely
    .selectFrom('person')
    .select(['user_guid', 'user_id', 'first_name', 'last_name'])
    .where('org_id', '=', orgId)
    .where(isOneOf(dialect, 'user_guid', guids, (guid) => guid))
    .execute()
  return new Map(rows.map((row) => [row.user_guid, row] as const))
}

/** A cursor holds for one preview: what is listed behind it would be others in the next. */
const cursorAt = (hash: string, from: number) => `${hash.slice(0, 16)}.${from}`

const placeOf = (hash: string, cursor: string | undefined): number | undefined => {
  if (cursor === undefined) return 0
  const [of, from] = cursor.split('.')
  return of === hash.slice(0, 16) && /^\d{1,7}$/.test(from ?? '') ? Number(from) : undefined
}

const staleCursor = refuse('INVALID_REQUEST', 'This list is no longer what it was: begin anew.', {
  details: [{ path: 'body.cursor', message: 'stale' }],
})

interface Page {
  readonly show?: ShownRulesRows | undefined
  readonly cursor?: string | undefined
}

/** A page of what a change does. */
export const shownPreview = async (
  context: Context,
  orgId: number,
  { hash, moves, counts }: Previewed,
  { show = 'moved', cursor }: Page,
) => {
  const from = placeOf(hash, cursor)
  if (from === undefined) return staleCursor
  const shown = moves.filter(({ is }) => is.has(show))
  const page = shown.slice(from, from + rowsOfPage)
  const names = await namesOf(
    context,
    orgId,
    page.map(({ sitting }) => sitting.user_guid),
  )
  const rows = page.map(({ sitting, before, after }) => {
    const person = names.get(sitting.user_guid)
    return {
      ...{ userID: person?.user_id ?? 0, firstName: person?.first_name ?? '', lastName: person?.last_name ?? '' },
      ...{ before: shownFigures(before), after: shownFigures(after) },
    }
  })
  const next = from + rowsOfPage < shown.length ? { next: cursorAt(hash, from + rowsOfPage) } : {}
  const value: ResultRulesPreview = { hash, ...counts, rows, ...next, asOf: iso(context.clock.nowMs()) }
  return { ok: true as const, value }
}

/** Says what a change of the rules would do. */
export const officePreviewResultRulesRoute = (context: Context) =>
  route(officePreviewResultRules, async ({ caller, body }) => {
    const found = await findDelivery(context, caller, body.deliveryID, 'results.read')
    if (!found.ok) return found
    const previewed = await previewChange(context, found, body.change)
    return previewed.ok ? shownPreview(context, found.orgId, previewed, body) : previewed
  })
