import { ConfigurationError } from '../config.ts'

/** A moment that an option gives, in milliseconds since 1970. Throws a {@link ConfigurationError} if it is none. */
export const momentOf = (option: string, given: string | undefined): number | null => {
  if (given === undefined) return null
  const ms = Date.parse(given)
  if (Number.isNaN(ms)) throw new ConfigurationError(`${option} has to be a date as 2026-11-21T09:30+01:00, not ${given}.`)
  return ms
}

/** `--from` and `--until`. Throws a {@link ConfigurationError} if nothing is between them from now on. */
export const periodOf = ({ from, until }: { from: string | undefined; until: string | undefined }, nowMs: number) => {
  const [fromMs, untilMs] = [momentOf('--from', from), momentOf('--until', until)]
  if (untilMs !== null && untilMs <= Math.max(fromMs ?? nowMs, nowMs))
    throw new ConfigurationError('--until has to be later than --from, and than now.')
  return { fromMs, untilMs }
}

export const dateOf = (ms: number) => `${new Date(ms).toISOString().slice(0, 16)}Z`

/** What was granted, and what happened to it. Moments are milliseconds since 1970. */
export interface ShownGrant {
  readonly withdrawn_at: number | null
  readonly withdrawn_by: string | null
  readonly withdrawn_reason: string | null
  readonly valid_from: number | null
  readonly valid_until: number | null
  readonly granted_by: string
  readonly granted_at: number
  readonly suspended: number
}

/** `in force`, or why it isn't. */
export const stateOf = ({ withdrawn_at, withdrawn_by, valid_from, valid_until, suspended }: ShownGrant, nowMs: number) => {
  if (withdrawn_at !== null) return `withdrawn ${dateOf(withdrawn_at)} by ${withdrawn_by}`
  if (valid_until !== null && valid_until <= nowMs) return `ended ${dateOf(valid_until)}`
  if (valid_from !== null && valid_from > nowMs) return `begins ${dateOf(valid_from)}`
  return suspended === 1 ? 'the account is suspended' : 'in force'
}

/** A line of a list: what was granted to whom, then its state, its end, who granted it and why it was withdrawn. */
export const lineOf = (names: readonly string[], grant: ShownGrant, nowMs: number) =>
  [
    ...names,
    stateOf(grant, nowMs),
    ...(grant.valid_until !== null && grant.valid_until > nowMs ? [`until ${dateOf(grant.valid_until)}`] : []),
    `granted by ${grant.granted_by}${grant.granted_at > 0 ? ` ${dateOf(grant.granted_at)}` : ''}`,
    ...(grant.withdrawn_reason ? [`reason: ${grant.withdrawn_reason}`] : []),
  ].join('  ')
