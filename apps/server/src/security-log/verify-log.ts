import type { Database } from '../db/database.ts'
import { readSnapshot } from '../db/read-snapshot.ts'
import { findingsOfLog, seedOfLog } from './chain.ts'
import { selectEnd, selectEventsAfter } from './queries.ts'

/** What is in the place of a form run where the security log is verified. */
export const securityLogWord = 'security-log'

/** The hash of the newest event of a log, for somebody to keep elsewhere: `sitwell-security-log-1/ORG/NUMBER/HASH`. */
export interface LogHead {
  readonly orgId: number
  readonly number: number
  readonly hash: string
}

const version = 'sitwell-security-log-1'

export const writeLogHead = ({ orgId, number, hash }: LogHead): string => [version, orgId, number, hash].join('/')

/** Undefined if it is none. */
export const readLogHead = (line: string): LogHead | undefined => {
  const found = /^sitwell-security-log-1\/(\d{1,15})\/(\d{1,15})\/([0-9a-f]{64})$/.exec(line.trim())
  return found ? { orgId: Number(found[1]), number: Number(found[2]), hash: found[3] ?? '' } : undefined
}

export interface CheckedLog {
  readonly events: number
  /** Events whose content was taken out. */
  readonly erased: number
  readonly findings: readonly string[]
}

const rowsAtOnce = 1_000
const mostFindings = 100

/**
 * Checks the security log of an organisation, as it is at one moment, and that it continues from a head that was kept, where one is
 * given.
 */
export const verifyLog = (database: Database, orgId: number, head?: LogHead): Promise<CheckedLog> =>
  readSnapshot(database, (snapshot) => verifyAt(snapshot, orgId, head))

const verifyAt = async (database: Database, orgId: number, head: LogHead | undefined): Promise<CheckedLog> => {
  const findings: string[] = []
  let last = { number: 0, hash: seedOfLog(orgId) }
  let erased = 0
  let isHeadFound = false
  for (;;) {
    const rows = await selectEventsAfter(database, orgId, last.number, rowsAtOnce)
    const end = rows.at(-1)
    if (!end || findings.length >= mostFindings) break
    findings.push(...findingsOfLog(last, rows))
    erased += rows.filter(({ content }) => content === null).length
    isHeadFound ||= rows.some((row) => row.number === head?.number && row.hash === head.hash)
    last = { number: end.number, hash: end.hash }
  }
  const end = await selectEnd(database, orgId)
  if ((end?.number ?? 0) > last.number) findings.push(`events after ${last.number} are missing`)
  else if (end && end.hash !== last.hash) findings.push('the last event is not the one that was written last')
  if (head && !isHeadFound) findings.push(`event ${head.number} is not what it was when this hash was printed, or is gone`)
  return { events: last.number, erased, findings: findings.slice(0, mostFindings) }
}
