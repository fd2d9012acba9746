import type { OutcomeCounts } from '@sitwell/contract'
import { countOutcomes, decidableOutcomes, noOutcomes, outcomeOf } from '@sitwell/exam/result-sets/outcome'
import { sql } from 'kysely'
import { isOneOf } from '../db/one-of.ts'
import type { Reading } from './results-context.ts'

interface Group {
  readonly delivery_id: string
  readonly begun: number
  readonly completed: number
  readonly is_over: number
  readonly present: number
  readonly absent: number
  readonly decided: string | null
  readonly n: number
}

/** How many people some deliveries have, and with which outcomes: people of the same facts are counted together, and each group's outcome is derived once. */
export const countOutcomesOf = async (
  { kysely, dialect }: Reading,
  orgId: number,
  ids: readonly string[],
  nowMs: number,
): Promise<ReadonlyMap<string, OutcomeCounts>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Group>`
    select delivery_id, begun, completed, is_over, present, absent, decided, count(*) as n from (
      select schedule.delivery_id, schedule.user_guid,
        max(case when form_run.form_run_guid is null then 0 else 1 end) as begun,
        max(case when form_run.completed_at is null then 0 else 1 end) as completed,
        min(case when coalesce(schedule.complete_at, delivery.end_at) < ${nowMs} then 1 else 0 end) as is_over,
        max(case when live_attendance.attendance = 'present' then 1 else 0 end) as present,
        max(case when live_attendance.attendance = 'absent' then 1 else 0 end) as absent,
        (select entry.outcome from outcome_entry as entry
          where entry.org_id = schedule.org_id and entry.delivery_id = schedule.delivery_id and entry.user_guid = schedule.user_guid
            and entry.act = 'outcome' order by entry.number desc limit 1) as decided
      from schedule
      join delivery on delivery.org_id = schedule.org_id and delivery.delivery_id = schedule.delivery_id
      left join form_run on form_run.org_id = schedule.org_id and form_run.schedule_guid = schedule.schedule_guid
      left join live_attendance on live_attendance.org_id = schedule.org_id and live_attendance.schedule_guid = schedule.schedule_guid
      where schedule.org_id = ${orgId} and ${isOneOf(dialect, 'schedule.delivery_id', ids, (id) => id)} and schedule.practice = 0
        and (schedule.voided_at is null or form_run.form_run_guid is not null)
      group by schedule.org_id, schedule.delivery_id, schedule.user_guid) as person
    group by delivery_id, begun, completed, is_over, present, absent, decided`.execute(kysely)
  const groups = rows.map((group) => ({
    deliveryId: group.delivery_id,
    people: Number(group.n),
    outcome: outcomeOf({
      decided: decidableOutcomes.find((one) => one === group.decided),
      ...{ isCompleted: group.completed === 1, isBegun: group.begun === 1, isOver: group.is_over === 1 },
      attendance: group.present === 1 ? 'present' : group.absent === 1 ? 'absent' : undefined,
    }),
  }))
  return new Map([...Map.groupBy(groups, ({ deliveryId }) => deliveryId)].map(([id, own]) => [id, countOutcomes(own)]))
}

export const noCounts: OutcomeCounts = noOutcomes

/** How many people are counted. */
export const peopleIn = (counts: OutcomeCounts): number => Object.values(counts).reduce((sum, one) => sum + one, 0)

/** Responses of some deliveries that wait for a mark, as the queues of markers count them, and of how many people. */
export const countWaiting = async (
  { kysely, dialect }: Reading,
  orgId: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly responses: number; readonly people: number }>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ delivery_id: string; responses: number; people: number }>`
    select delivery_id, count(*) as responses, count(distinct user_guid) as people from response_mark
    where org_id = ${orgId} and ${isOneOf(dialect, 'delivery_id', ids, (id) => id)} and state <> 'marked'
    group by delivery_id`.execute(kysely)
  return new Map(
    rows.map((row) => [row.delivery_id, { responses: Number(row.responses), people: Number(row.people) }] as const),
  )
}
