import { type InputOf, type officeAddAccommodation, presetSupports } from '@sitwell/contract'
import { refuse } from '../http/refusal.ts'
import type { Own } from './write-version.ts'

/** Texts as they are stored: without blanks around them, and of characters that both databases hold. */
export const clean = (text: string): string => text.replaceAll('\0', '').toWellFormed().trim()

/** An accommodation as it was typed. */
export type Typed = Omit<InputOf<typeof officeAddAccommodation>['body'], 'userID' | 'requestId'>

/** Why a field can't be as it is. */
interface FieldProblem {
  readonly path: string
  readonly message: string
}

const problem = (field: string, message: string): FieldProblem => ({ path: `body.${field}`, message })

/** Texts of which nothing is left once they are clean. */
export const blanksIn = (texts: Readonly<Record<string, string>>): FieldProblem[] =>
  Object.entries(texts).flatMap(([name, text]) => (clean(text) === '' ? [problem(name, 'empty')] : []))

/** Whether a text is a day, `YYYY-MM-DD`. */
export const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const atMs = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text)
}

/** What is wrong with an accommodation, field by field. It says who approved it and why. `hasTheme`: there is the theme that it names, if any. */
export const problemsOf = (
  {
    extraPercent,
    extraMinutes,
    restBreakMinutes,
    textPercent,
    theme,
    supports = [],
    opensSupports,
    from,
    until,
    approvedBy,
    approvedOn,
    basis,
  }: Typed,
  hasTheme: boolean,
): FieldProblem[] => [
  ...(extraPercent !== undefined && extraMinutes !== undefined ? [problem('extraPercent', 'one of the two')] : []),
  ...([extraPercent, extraMinutes, restBreakMinutes, textPercent, theme].every((given) => given === undefined) &&
  supports.length === 0
    ? [problem('extraPercent', 'nothing is given')]
    : []),
  ...(hasTheme ? [] : [problem('theme', 'no theme of this name')]),
  ...(opensSupports === true && supports.length === 0 ? [problem('opensSupports', 'no support is named')] : []),
  ...Object.entries({ from, until, approvedOn }).flatMap(([name, day]) =>
    day === undefined || isDay(day) ? [] : [problem(name, 'no day')],
  ),
  ...(until !== undefined && isDay(until) && isDay(from) && until < from ? [problem('until', 'before the first day')] : []),
  ...blanksIn({ approvedBy, basis }),
]

/** The refusal of what is wrong; undefined if nothing is. */
export const refusalOf = (problems: readonly FieldProblem[]) =>
  problems.length === 0
    ? undefined
    : refuse('INVALID_REQUEST', 'The accommodation can not be like this.', { details: [...problems] })

/** The columns of a version. */
export const ownOf = (typed: Typed, reason: string): Own => ({
  extra_percent: typed.extraPercent ?? null,
  extra_minutes: typed.extraMinutes ?? null,
  rest_minutes: typed.restBreakMinutes ?? null,
  text_percent: typed.textPercent ?? null,
  theme: typed.theme === undefined ? null : clean(typed.theme),
  // Always in one order, so that the same request again is known.
  supports: typed.supports?.length ? JSON.stringify(presetSupports.filter((one) => typed.supports?.includes(one))) : null,
  opens_supports: typed.opensSupports === true ? 1 : null,
  from_day: typed.from,
  until_day: typed.until ?? null,
  approved_by: clean(typed.approvedBy),
  approved_on: typed.approvedOn,
  basis: clean(typed.basis),
  note: clean(typed.note ?? ''),
  is_withdrawn: 0,
  reason: clean(reason),
})
