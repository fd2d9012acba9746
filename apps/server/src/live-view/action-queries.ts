import { type LiveAct, type LiveReason, liveAct, liveReasons } from '@sitwell/contract'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { isOneOf } from '../db/one-of.ts'
import type { LiveActionPersonTable, LiveActionTable, Schema } from '../db/schema.ts'
import type { Reading } from './viewer.ts'

/** What was done, as it stands in its row. */
export const actOf = ({ act }: Pick<LiveActionTable, 'act'>): LiveAct => z.parse(liveAct, JSON.parse(act))

export const reasonOf = ({ reason }: Pick<LiveActionPersonTable, 'reason'>): LiveReason | undefined =>
  liveReasons.find((one) => one === reason)

/** Rows of one statement. */
const rowsAtOnce = 500

/**
 * Stores an action with its people, unless there is one by this id. Answers the one that is stored: its author and act may be others.
 */
export const storeAction = (
  { kysely }: Pick<Reading, 'kysely'>,
  action: LiveActionTable,
  people: readonly LiveActionPersonTable[],
): Promise<LiveActionTable> =>
  kysely.transaction().execute(async (transaction) => {
    const made = await transaction
      .insertInto('live_action')
      .values(action)
      .onConflict((conflict) => conflict.columns(['org_id', 'action_id']).doNothing())
      .returning('action_id')
      .executeTakeFirst()
    if (made)
      for (let from = 0; from < people.length; from += rowsAtOnce)
        await transaction
          .insertInto('live_action_person')
          .values(people.slice(from, from + rowsAtOnce))
          .execute()
    return transaction
      .selectFrom('live_action')
      .selectAll()
      .where('org_id', '=', action.org_id)
      .where('action_id', '=', action.action_id)
      .executeTakeFirstOrThrow()
  })

export const selectAction = ({ kysely }: Pick<Reading, 'kysely'>, orgId: number, actionId: string) =>
  kysely.selectFrom('live_action').selectAll().where('org_id', '=', orgId).where('action_id', '=', actionId).executeTakeFirst()

export const selectPeopleOf = (
  { kysely }: Pick<Reading, 'kysely'>,
  { org_id, action_id }: Pick<LiveActionTable, 'action_id' | 'org_id'>,
): Promise<LiveActionPersonTable[]> =>
  kysely
    .selectFrom('live_action_person')
    .selectAll()
    .where('org_id', '=', org_id)
    .where('action_id', '=', action_id)
    .orderBy('schedule_guid')
    .execute()

/** What became of an action for somebody. */
export interface Settled {
  readonly outcome: 'applied' | 'refused' | 'unchanged'
  readonly reason?: LiveReason | undefined
  /** The page of the learner is to receive it. */
  readonly isExpected?: boolean
}

const columnsOf = ({ outcome, reason, isExpected = false }: Settled, nowMs: number) => ({
  ...{ outcome, reason: reason ?? null, applied_at: outcome === 'applied' ? nowMs : null, changed_at: nowMs },
  is_expected: outcome === 'applied' && isExpected ? 1 : 0,
})

/**
 * Writes what became of an action for one person, in the transaction that does it. False if that was written before: then nothing is to be done, whoever did
 * it, and the transaction must change nothing.
 */
export const settle = async (
  transaction: Kysely<Schema>,
  person: Pick<LiveActionPersonTable, 'action_id' | 'org_id' | 'schedule_guid'>,
  settled: Settled,
  nowMs: number,
): Promise<boolean> => {
  const row = await transaction
    .updateTable('live_action_person')
    .set(columnsOf(settled, nowMs))
    .where('org_id', '=', person.org_id)
    .where('action_id', '=', person.action_id)
    .where('schedule_guid', '=', person.schedule_guid)
    .where('outcome', '=', 'pending')
    .returning('outcome')
    .executeTakeFirst()
  return row !== undefined
}

/** The same for many people of one action with the same outcome; returns the schedules of those whose outcome was pending. */
export const settleAll = async (
  { kysely, dialect }: Reading,
  { org_id, action_id }: Pick<LiveActionTable, 'action_id' | 'org_id'>,
  scheduleGuids: readonly string[],
  settled: Settled,
  nowMs: number,
): Promise<ReadonlySet<string>> => {
  const rows = await kysely
    .updateTable('live_action_person')
    .set(columnsOf(settled, nowMs))
    .where('org_id', '=', org_id)
    .where('action_id', '=', action_id)
    .where(isOneOf(dialect, 'schedule_guid', scheduleGuids, (guid) => guid))
    .where('outcome', '=', 'pending')
    .returning('schedule_guid')
    .execute()
  return new Set(rows.map(({ schedule_guid }) => schedule_guid))
}

/** An action with what became of it for one person. */
export type ActionOfPerson = LiveActionPersonTable & Pick<LiveActionTable, 'act' | 'at' | 'author'>

const withAction = ({ kysely }: Pick<Reading, 'kysely'>) =>
  kysely
    .selectFrom('live_action_person as person')
    .innerJoin('live_action as action', (on) =>
      on.onRef('action.org_id', '=', 'person.org_id').onRef('action.action_id', '=', 'person.action_id'),
    )
    .selectAll('person')
    .select(['action.act', 'action.at', 'action.author'])

/** What has changed of any action of an organisation since a moment. */
export const selectChangedActions = (reading: Reading, orgId: number, sinceMs: number): Promise<ActionOfPerson[]> =>
  withAction(reading)
    .where('person.org_id', '=', orgId)
    .where('person.changed_at', '>=', sinceMs)
    .orderBy('action.at')
    .orderBy('action.action_id')
    .limit(50_000)
    .execute()

/** All that was done to somebody, the first one first. */
export const selectActionsOf = (reading: Reading, orgId: number, scheduleGuid: string): Promise<ActionOfPerson[]> =>
  withAction(reading)
    .where('person.org_id', '=', orgId)
    .where('person.schedule_guid', '=', scheduleGuid)
    .orderBy('action.at')
    .orderBy('action.action_id')
    .limit(500)
    .execute()

const dayMs = 24 * 3_600_000

/** Most actions that a page is sent at once. */
const mostForPage = 50

/** What the page of a learner has yet to acknowledge of the last day, the first one first. */
export const selectForPage = (
  reading: Pick<Reading, 'kysely'>,
  { orgId, scheduleGuid, nowMs }: { readonly orgId: number; readonly scheduleGuid: string; readonly nowMs: number },
): Promise<ActionOfPerson[]> =>
  withAction(reading)
    .where('person.org_id', '=', orgId)
    .where('person.schedule_guid', '=', scheduleGuid)
    .where('person.is_expected', '=', 1)
    .where('person.acknowledged_at', 'is', null)
    .where('action.at', '>', nowMs - dayMs)
    .orderBy('action.at')
    .orderBy('action.action_id')
    .limit(mostForPage)
    .execute()

/** Actions for a learner, by their ids, that a page says it has. */
interface Noted {
  readonly orgId: number
  readonly userGuid: string
  readonly actionIds: readonly string[]
  readonly nowMs: number
}

/** Notes that a page has these actions, and has confirmed them where it says so. Returns how many that was news of. */
export const noteByPage = async (
  { kysely, dialect }: Reading,
  { orgId, userGuid, actionIds, nowMs }: Noted,
  isAcknowledged: boolean,
): Promise<number> => {
  if (actionIds.length === 0) return 0
  const mine = kysely
    .updateTable('live_action_person')
    .where('org_id', '=', orgId)
    .where('user_guid', '=', userGuid)
    .where('is_expected', '=', 1)
    .where(isOneOf(dialect, 'action_id', actionIds, (id) => id))
  const delivered = await mine
    .set({ delivered_at: nowMs, changed_at: nowMs })
    .where('delivered_at', 'is', null)
    .returning('action_id')
    .execute()
  if (!isAcknowledged) return delivered.length
  const acknowledged = await mine
    .set({ acknowledged_at: nowMs, changed_at: nowMs })
    .where('acknowledged_at', 'is', null)
    .returning('action_id')
    .execute()
  return acknowledged.length
}

/** Whom something was asked for so long ago that nobody works on it any more: the server that began was cut off. */
export const selectCutOff = ({ kysely }: Pick<Reading, 'kysely'>, beforeMs: number) =>
  kysely
    .selectFrom('live_action_person as person')
    .innerJoin('live_action as action', (on) =>
      on.onRef('action.org_id', '=', 'person.org_id').onRef('action.action_id', '=', 'person.action_id'),
    )
    .select(['action.org_id', 'action.action_id', 'action.author', 'action.act', 'action.at'])
    .distinct()
    .where('person.outcome', '=', 'pending')
    .where('person.changed_at', '<', beforeMs)
    .limit(100)
    .execute()
