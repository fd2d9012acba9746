import { shownBySet } from '@sitwell/exam/result-sets/gate'
import type { Kysely } from 'kysely'
import type { FormRunTable, ResultRowTable, ResultSetTable, Schema } from '../../db/schema.ts'

type Run = Pick<FormRunTable, 'completed_at' | 'form_run_guid' | 'org_id' | 'schedule_guid' | 'user_guid'>

/** The row of a result set by which a learner is shown their result, with the moment at which the set was computed. */
export type ShownRow = ResultRowTable & Pick<ResultSetTable, 'computed_at' | 'rules_version'>

/** What the result sets of a delivery say of a sitting: they show a row, they close the gate, or they say nothing, and the schedule's policy decides. */
export type SaidBySets = ShownRow | 'closed' | 'nothing'

const isWithheld = async (kysely: Kysely<Schema>, { org_id, user_guid }: Run, deliveryId: string): Promise<boolean> => {
  const entry = await kysely
    .selectFrom('outcome_entry')
    .select('act')
    .where('org_id', '=', org_id)
    .where('delivery_id', '=', deliveryId)
    .where('user_guid', '=', user_guid)
    .where('act', '<>', 'outcome')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return entry?.act === 'withheld'
}

/** The newest row of a person to which a release has come. */
const selectSettled = (kysely: Kysely<Schema>, { org_id, user_guid }: Run, deliveryId: string) =>
  kysely
    .selectFrom('result_row')
    .innerJoin('result_set', (on) =>
      on
        .onRef('result_set.org_id', '=', 'result_row.org_id')
        .onRef('result_set.delivery_id', '=', 'result_row.delivery_id')
        .onRef('result_set.set_number', '=', 'result_row.set_number'),
    )
    .selectAll('result_row')
    .select(['result_set.state', 'result_set.computed_at', 'result_set.rules_version'])
    .where('result_row.org_id', '=', org_id)
    .where('result_row.delivery_id', '=', deliveryId)
    .where('result_row.user_guid', '=', user_guid)
    .where('result_row.settled_at', 'is not', null)
    .orderBy('result_row.set_number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Asks the result sets of the delivery that a sitting belongs to. Another sitting of the person than the one that counts is shown by no set. */
export const saidBySets = async ({ kysely }: { readonly kysely: Kysely<Schema> }, run: Run): Promise<SaidBySets> => {
  const schedule = await kysely
    .selectFrom('schedule')
    .select('delivery_id')
    .where('org_id', '=', run.org_id)
    .where('schedule_guid', '=', run.schedule_guid)
    .executeTakeFirst()
  const deliveryId = schedule?.delivery_id
  if (deliveryId === undefined || deliveryId === null) return 'nothing'
  const newest = await kysely
    .selectFrom('result_set')
    .select(['set_number', 'state'])
    .where('org_id', '=', run.org_id)
    .where('delivery_id', '=', deliveryId)
    .where('begun_at', 'is not', null)
    .orderBy('set_number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const row = newest && (await selectSettled(kysely, run, deliveryId))
  const said = shownBySet({
    newest: newest && { number: newest.set_number, state: newest.state },
    row: row && {
      ...{ set: row.set_number, state: row.state, handedInAtMs: row.handed_in_at },
      isTold: row.is_told === 1 && row.form_run_guid === run.form_run_guid,
    },
    isWithheld: await isWithheld(kysely, run, deliveryId),
    completedAtMs: run.completed_at,
  })
  if (said === 'policy') return 'nothing'
  return said === 'closed' || !row ? 'closed' : row
}

/** Whether a result set that is confirmed, and was not withdrawn, has a sitting: then its results are confirmed. */
export const isInConfirmedSet = async (
  kysely: Kysely<Schema>,
  { org_id, schedule_guid, user_guid, form_run_guid }: Omit<Run, 'completed_at'>,
): Promise<boolean> => {
  const row = await kysely
    .selectFrom('schedule')
    .innerJoin('result_row', (on) =>
      on.onRef('result_row.org_id', '=', 'schedule.org_id').onRef('result_row.delivery_id', '=', 'schedule.delivery_id'),
    )
    .innerJoin('result_set', (on) =>
      on
        .onRef('result_set.org_id', '=', 'result_row.org_id')
        .onRef('result_set.delivery_id', '=', 'result_row.delivery_id')
        .onRef('result_set.set_number', '=', 'result_row.set_number'),
    )
    .select('result_set.set_number')
    .where('schedule.org_id', '=', org_id)
    .where('schedule.schedule_guid', '=', schedule_guid)
    .where('result_row.user_guid', '=', user_guid)
    .where('result_row.form_run_guid', '=', form_run_guid)
    .where('result_set.state', 'in', ['confirmed', 'releasing', 'released'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the delivery that a sitting belongs to has result sets: then its results are confirmed by these alone. */
export const hasResultSets = async (
  kysely: Kysely<Schema>,
  { org_id, schedule_guid }: Pick<FormRunTable, 'org_id' | 'schedule_guid'>,
): Promise<boolean> => {
  const set = await kysely
    .selectFrom('schedule')
    .innerJoin('result_set', (on) =>
      on.onRef('result_set.org_id', '=', 'schedule.org_id').onRef('result_set.delivery_id', '=', 'schedule.delivery_id'),
    )
    .select('result_set.set_number')
    .where('schedule.org_id', '=', org_id)
    .where('schedule.schedule_guid', '=', schedule_guid)
    .limit(1)
    .executeTakeFirst()
  return set !== undefined
}
