import { findingsOf, verifyFormRun } from '../../apps/server/src/assessment/evidence/index.ts'
import { createExamCache, selectFormRunOfOrganisation } from '../../apps/server/src/assessment/form-run/index.ts'
import { entriesOf } from '../../apps/server/src/assessment/marks/index.ts'
import { systemClock } from '../../apps/server/src/clock.ts'
import type { Database } from '../../apps/server/src/db/database.ts'
import type { MeantMark, SimulatedMarker } from './simulated-marker.ts'
import type { StaffFault } from './staff-fault.ts'

/** A mark of somebody as the ledger of its response has it. */
interface StoredMark {
  readonly comment: string
  readonly number: number
  readonly marks: number
}

/** A response as the database has it. */
export interface StoredResponse {
  readonly state: string
  /** Those that count. */
  readonly marks: number | undefined
  readonly ledger: readonly StoredMark[]
}

const billion = 1_000_000_000

/** The responses of an organisation, by nothing that a marker knows. */
export const readResponses = async (database: Database, orgId: number): Promise<StoredResponse[]> => {
  const rows = await database.kysely.selectFrom('response_mark').selectAll().where('org_id', '=', orgId).execute()
  return Promise.all(
    rows.map(async (row) => {
      const place = { orgId, formRunGuid: row.form_run_guid, questionId: row.question_id, part: row.part }
      const entries = await entriesOf(database, place)
      return {
        ...{ state: row.state, marks: row.marks === null ? undefined : row.marks / billion },
        ledger: entries.flatMap((entry) =>
          entry.kind === 'mark' ? [{ comment: entry.comment ?? '', number: entry.number, marks: entry.marks / billion }] : [],
        ),
      }
    }),
  )
}

/** What the check of the evidence says of the sittings in which marks were given. */
export const readFindings = async (database: Database, orgId: number): Promise<string[]> => {
  const context = { database, clock: systemClock, exams: createExamCache(database, systemClock.nowMs) }
  const rows = await database.kysely
    .selectFrom('response_mark')
    .select('form_run_guid')
    .distinct()
    .where('org_id', '=', orgId)
    .execute()
  const findings: string[] = []
  for (const { form_run_guid } of rows) {
    const run = await selectFormRunOfOrganisation(database, orgId, form_run_guid)
    if (run) findings.push(...findingsOf(await verifyFormRun(context, run)))
  }
  return findings
}

/** Comments of the marks that stand: those that nobody who knew of them has replaced. Worked out of what markers meant, and not by the rules of the server. */
const standing = (ledger: readonly StoredMark[], meant: ReadonlyMap<string, MeantMark>): string[] => {
  const replaced = new Set(ledger.map(({ comment }) => meant.get(comment)?.after))
  return ledger.map(({ comment }) => comment).filter((comment) => !replaced.has(comment))
}

/** Events of a run by which it is judged otherwise. A mark that was based on what a restore took replaces nothing, so that somebody decides. */
interface Happened {
  readonly wasSetBack: boolean
}

const judgeResponse = (
  { state, marks, ledger }: StoredResponse,
  meant: ReadonlyMap<string, MeantMark>,
  { wasSetBack }: Happened,
): StaffFault[] => {
  const shown = JSON.stringify({ state, marks, ledger })
  const faults: StaffFault[] = []
  for (const { comment, marks: stored } of ledger) {
    if (ledger.filter((one) => one.comment === comment).length > 1) faults.push({ kind: 'doubled', detail: shown })
    const own = meant.get(comment)
    if (own?.marks !== stored) faults.push({ kind: 'changed', detail: `${comment} was ${own?.marks}: ${shown}` })
  }
  const left = standing(ledger, meant)
  if (wasSetBack && state === 'conflict' && ledger.length > 1) return faults
  const expected = left.length === 0 ? 'waiting' : left.length === 1 ? 'marked' : 'conflict'
  if (state !== expected)
    faults.push({ kind: expected === 'conflict' ? 'overwritten' : 'state', detail: `${expected} by ${left.join()}: ${shown}` })
  else if (state === 'marked' && marks !== meant.get(left[0] ?? '')?.marks)
    faults.push({ kind: 'overwritten', detail: `${left.join()} counts: ${shown}` })
  return faults
}

/** The problems with the marks of a run: one that is lost, doubled, changed, or replaced by somebody who had not seen it. */
export const judgeMarks = (
  responses: readonly StoredResponse[],
  markers: readonly Pick<SimulatedMarker, 'left' | 'meant' | 'username'>[],
  happened: Happened,
): StaffFault[] => {
  const all = markers.flatMap(({ meant }) => meant)
  const meant = new Map(all.map((one) => [one.comment, one]))
  const stored = new Map(responses.flatMap(({ ledger }) => ledger.map((one) => [one.comment, one] as const)))
  const faults = responses.flatMap((response) => judgeResponse(response, meant, happened))
  for (const one of all) {
    const entry = stored.get(one.comment)?.number
    if (one.isKept && entry === undefined) faults.push({ kind: 'lost', detail: JSON.stringify(one) })
    // A restored database may have it under another number.
    if (one.entry !== undefined && (happened.wasSetBack ? entry === undefined : one.entry !== entry))
      faults.push({ kind: 'falsely acknowledged', detail: `${JSON.stringify(one)} is entry ${entry}` })
  }
  for (const { username, left } of markers) {
    const here = left()
    if (here?.waiting !== 0 || here.refused.length > 0)
      faults.push({ kind: 'stuck', detail: `${username} has ${JSON.stringify(here)}` })
  }
  return faults
}
