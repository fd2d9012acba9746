import * as z from 'zod/mini'
import type { Database } from '../../apps/server/src/db/database.ts'
import type { AskedAct } from './simulated-invigilator.ts'
import type { StaffFault } from './staff-fault.ts'

/** What the database has of one action for one person. */
export interface StoredAct {
  readonly actionId: string
  readonly scheduleGuid: string
  readonly outcome: 'pending' | 'applied' | 'unchanged' | 'refused'
  /** Unix ms; undefined unless it was applied. */
  readonly appliedAtMs: number | undefined
  /** How many events the ledger of their sitting has of it. */
  readonly events: number
}

const withId = z.object({ requestId: z.optional(z.string()) })

/** All that was done to the people of an organisation. */
export const readActs = async ({ kysely }: Database, orgId: number): Promise<StoredAct[]> => {
  const people = await kysely.selectFrom('live_action_person').selectAll().where('org_id', '=', orgId).execute()
  const runs = await kysely
    .selectFrom('form_run')
    .select(['form_run_guid', 'schedule_guid'])
    .where('org_id', '=', orgId)
    .execute()
  const events = await kysely.selectFrom('form_run_event').selectAll().where('org_id', '=', orgId).execute()
  const scheduleOf = new Map(runs.map((run) => [run.form_run_guid, run.schedule_guid]))
  return people.map((person) => ({
    ...{ actionId: person.action_id, scheduleGuid: person.schedule_guid, outcome: person.outcome },
    appliedAtMs: person.applied_at ?? undefined,
    events: events.filter(
      (event) =>
        scheduleOf.get(event.form_run_guid) === person.schedule_guid &&
        z.parse(withId, JSON.parse(event.details)).requestId === person.action_id,
    ).length,
  }))
}

/** Kinds of actions that are events of a ledger, one each. */
const inLedger = ['add-time', 'pause', 'resume', 'incident']
/** Milliseconds after which an action must not be done any more: two minutes after the server has it, and what a person waits for at a moment. */
const latestMs = 140_000

/** The problems with the actions of a run: one that is lost, done twice, said to be done and isn't, or done when nobody expects it. */
export const judgeActs = (stored: readonly StoredAct[], asked: readonly AskedAct[]): StaffFault[] => {
  const faults: StaffFault[] = []
  for (const { act, ids, people, said, sentAtMs } of asked) {
    const own = stored.filter(({ actionId }) => ids.has(actionId))
    const shown = JSON.stringify({ act, ids: [...ids], people, said, own })
    for (const rowID of people) {
      const applied = own.filter((one) => one.scheduleGuid === rowID && one.outcome === 'applied')
      if (applied.length > 1) faults.push({ kind: 'doubled', detail: shown })
    }
    for (const one of own) {
      const expected = one.outcome === 'applied' && inLedger.includes(act.kind) ? 1 : 0
      if (one.events > expected) faults.push({ kind: 'doubled', detail: shown })
      if (one.events < expected) faults.push({ kind: 'lost', detail: shown })
      if (one.outcome === 'pending') faults.push({ kind: 'stuck', detail: shown })
      if ((one.appliedAtMs ?? 0) - sentAtMs > latestMs) faults.push({ kind: 'late', detail: shown })
    }
    for (const { rowID, outcome, reason } of said ?? []) {
      const now = own.find(({ scheduleGuid }) => scheduleGuid === rowID)?.outcome
      const isSame = outcome === 'pending' || now === outcome || (now === undefined && reason === 'not-found')
      if (!isSame) faults.push({ kind: 'falsely acknowledged', detail: `${rowID} is ${now}: ${shown}` })
    }
  }
  return faults
}
