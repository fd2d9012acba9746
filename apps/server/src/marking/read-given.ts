import { checkPoints } from '@sitwell/exam/mark-scheme/check-points'
import { toBillionths } from '@sitwell/exam/marks-ledger/billionths'
import type { Marks } from '../assessment/marks/index.ts'
import { type RefusedOutcome, refuse } from '../http/refusal.ts'
import type { FoundResponse } from './find-response.ts'
import type { MarkingContext } from './marking-context.ts'
import { schemeAt } from './scheme-of.ts'

/** Marks as a request gives them. */
export interface Given {
  readonly marks?: number | undefined
  readonly points?: readonly { readonly criterion: string; readonly marks: number }[] | undefined
  readonly schemeVersion?: number | undefined
  readonly comment?: string | undefined
  readonly learnerComment?: string | undefined
}

type Read<T> = { readonly ok: true; readonly value: T } | RefusedOutcome<'INVALID_REQUEST'>

const wrong = (path: string, message: string): RefusedOutcome<'INVALID_REQUEST'> =>
  refuse('INVALID_REQUEST', `${path}: ${message}`, { details: [{ path, message }] })

const textOf = (name: 'comment' | 'learnerComment', given: string | undefined) =>
  given === undefined || given.trim() === '' ? {} : { [name]: given }

type Context = Pick<MarkingContext, 'database'>
type Worth = Pick<Marks, 'marks' | 'scheme'>

const unknownVersion = () => wrong('body.schemeVersion', 'no version of a mark scheme of this question')

/** One number: without a scheme, or beside one that is guidance alone. */
const readNumber = async (context: Context, found: FoundResponse, marks: number, version?: number): Promise<Read<Worth>> => {
  const exact = toBillionths(marks)
  if (exact === undefined) return wrong('body.marks', 'no exact marks')
  if (version === undefined) return { ok: true, value: { marks: exact } }
  const held = await schemeAt(context, found, version)
  if (!held) return unknownVersion()
  if (held.criteria.length > 0) return wrong('body.points', 'this mark scheme has criteria')
  return { ok: true, value: { marks: exact, scheme: { version, points: {} } } }
}

/** Points by the version of the scheme that their marker had: what that version allows is what holds for them. */
const readPoints = async (
  context: Context,
  found: FoundResponse,
  { points = [], schemeVersion: version }: Given,
): Promise<Read<Worth>> => {
  const held = version === undefined ? undefined : await schemeAt(context, found, version)
  if (!held || version === undefined) return unknownVersion()
  const byCriterion = new Map(points.map(({ criterion, marks }) => [criterion, marks]))
  if (byCriterion.size < points.length) return wrong('body.points', 'a criterion is named twice')
  const checked = checkPoints(held, Object.fromEntries(byCriterion))
  if (checked.problem) return wrong('body.points', checked.problem.kind)
  return { ok: true, value: { marks: checked.total, scheme: { version, points: checked.points } } }
}

/** What somebody gives for a response, exact in billionths: one number, or points that the scheme allows, and never both. */
export const readGiven = async (context: Context, found: FoundResponse, given: Given): Promise<Read<Marks>> => {
  const { marks, points, schemeVersion, comment, learnerComment } = given
  if ((marks === undefined) === (points === undefined)) return wrong('body.marks', 'either marks or points')
  const read =
    marks === undefined ? await readPoints(context, found, given) : await readNumber(context, found, marks, schemeVersion)
  if (!read.ok) return read
  return {
    ok: true,
    value: { ...read.value, ...textOf('comment', comment), ...textOf('learnerComment', learnerComment) },
  }
}
