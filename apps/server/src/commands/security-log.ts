import { ConfigurationError } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { SecurityEventTable } from '../db/schema.ts'
import { selectPersonByUsername } from '../security/people/queries.ts'
import { selectEnd, selectEvents } from '../security-log/queries.ts'
import { securityKinds } from '../security-log/security-event.ts'
import { writeLogHead } from '../security-log/verify-log.ts'

interface Wishes {
  readonly orgId: number
  /** A user name, or the start of one that nobody has, as the log keeps it. */
  readonly person: string | undefined
  readonly kind: string | undefined
  readonly address: string | undefined
  readonly from: string | undefined
  readonly until: string | undefined
  readonly most: number | undefined
  readonly head: boolean
}

const momentOf = (option: string, given: string | undefined): number | undefined => {
  if (given === undefined) return undefined
  const ms = Date.parse(given)
  if (Number.isNaN(ms)) throw new ConfigurationError(`${option} has to be a date as 2026-11-21T09:30+01:00, not ${given}.`)
  return ms
}

/** One line of JSON for each event, so that other programs read it too. */
const lineOf = ({ number, at, kind, content }: SecurityEventTable): string => {
  const details = content === null ? { erased: true } : (JSON.parse(content) as Record<string, unknown>)
  const shown = Object.entries(details).filter(
    ([name, value]) => name !== 'salt' && value !== null && !(name === 'times' && value === 1),
  )
  return JSON.stringify({ number, at: new Date(at).toISOString(), kind, ...Object.fromEntries(shown) })
}

/** `sitwell security-log`: prints events, the newest last. Answers the exit code. */
export const commandSecurityLog = async (database: Database, wishes: Wishes): Promise<number> => {
  const { orgId, person, kind, address, from, until, most = 100, head } = wishes
  if (head) {
    const end = await selectEnd(database, orgId)
    console.log(end ? writeLogHead({ orgId, ...end }) : `The security log of organisation ${orgId} is empty.`)
    return end ? 0 : 1
  }
  if (kind !== undefined && !securityKinds.some((one) => one === kind))
    throw new ConfigurationError(`--kind has to be one of: ${securityKinds.join(', ')}.`)
  const found = person === undefined ? undefined : await selectPersonByUsername(database, orgId, person)
  const whom = { userGuid: found?.user_guid, username: person }
  const times = { fromMs: momentOf('--from', from), untilMs: momentOf('--until', until) }
  const rows = await selectEvents(database, { orgId, ...whom, kind, address, ...times, most })
  for (const row of rows.reverse()) console.log(lineOf(row))
  if (rows.length === 0) console.error('No event matches.')
  return 0
}
