import { findingsOf, verifyFormRun } from '../assessment/evidence/index.ts'
import { createExamCache } from '../assessment/form-run/index.ts'
import type { Clock } from '../clock.ts'
import { selectRuns } from '../dashboard/queries.ts'
import type { Database } from '../db/database.ts'
import { verifyLog } from '../security-log/verify-log.ts'
import type { TableSum } from './organisation-rows.ts'

/** What `sitwell verify` finds in all of an organisation. */
export interface Verified {
  readonly formRuns: number
  readonly events: number
  /** By form run, and of the security log. */
  readonly findings: readonly string[]
}

export const verifyAll = async (database: Database, orgId: number, clock: Clock): Promise<Verified> => {
  const context = { database, exams: createExamCache(database, clock.nowMs), clock }
  const runs = await selectRuns(database, orgId, { examGuid: undefined })
  const findings: string[] = []
  for (const run of runs)
    for (const finding of findingsOf(await verifyFormRun(context, run)))
      findings.push(`form run ${run.form_run_guid}: ${finding}`)
  const log = await verifyLog(database, orgId)
  findings.push(...log.findings.map((finding) => `security log: ${finding}`))
  return { formRuns: runs.length, events: log.events, findings: findings.sort() }
}

/** What isn't the same in two databases, in words; nothing if all of it is. */
export const differences = (here: readonly TableSum[], there: readonly TableSum[]): string[] =>
  here.flatMap(({ table, rows, sum }) => {
    const other = there.find((one) => one.table === table)
    if (other?.rows !== rows) return [`${table} has ${rows} rows here and ${other?.rows ?? 0} there`]
    return other.sum === sum ? [] : [`the ${rows} rows of ${table} are not the same there`]
  })

/** What `sitwell verify` says in one place and not in the other. */
export const differentFindings = (here: Verified, there: Verified): string[] => {
  const [known, found] = [new Set(here.findings), new Set(there.findings)]
  return [
    ...there.findings.filter((finding) => !known.has(finding)).map((finding) => `only there: ${finding}`),
    ...here.findings.filter((finding) => !found.has(finding)).map((finding) => `only here: ${finding}`),
  ]
}
