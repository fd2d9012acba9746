import { countingSitting, type Outcome, outcomeOf } from '@sitwell/exam/result-sets/outcome'
import { sql } from 'kysely'
import type { DeliveryTable, FormRunTable } from '../db/schema.ts'
import { type Decisions, noDecisions, selectDecisions } from './entries.ts'
import type { Reading } from './results-context.ts'

/** A sitting of a delivery, as far as a result needs it. */
export type Sitting = Pick<
  FormRunTable,
  | 'completed_at'
  | 'exam_guid'
  | 'form_run_guid'
  | 'history_count'
  | 'history_link'
  | 'last_event'
  | 'ledger_hash'
  | 'org_id'
  | 'schedule_guid'
  | 'version'
>

/** A person of a delivery with what is known of them. */
export interface PersonOfDelivery {
  readonly userGuid: string
  readonly userId: number
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly identifier: string | undefined
  readonly searchName: string
  readonly isErased: boolean
  /** The sitting that counts; undefined if none was completed. */
  readonly sitting: Sitting | undefined
  /** Completed ones. */
  readonly sittings: number
  readonly outcome: Outcome
  readonly decisions: Decisions
}

interface ScheduleRow {
  readonly user_guid: string
  readonly user_id: number
  readonly username: string
  readonly first_name: string
  readonly last_name: string
  readonly learner_identifier: string | null
  readonly search_name: string
  readonly erased_at: number | null
  readonly schedule_guid: string
  readonly complete_at: number | null
  readonly form_run_guid: string | null
  readonly exam_guid: string
  readonly version: number
  readonly completed_at: number | null
  readonly history_count: number
  readonly history_link: string | null
  readonly last_event: number
  readonly ledger_hash: string | null
  readonly attendance: 'absent' | 'present' | null
}

/** Schedules of a delivery that are not void, or were begun; practice is none. */
const selectRows = async ({ kysely }: Pick<Reading, 'kysely'>, { org_id, delivery_id }: DeliveryTable) => {
  const { rows } = await sql<ScheduleRow>`
    select person.user_guid, person.user_id, person.username, person.first_name, person.last_name, person.learner_identifier,
      coalesce(person.search_name, '') as search_name, erased_person.erased_at,
      schedule.schedule_guid, schedule.complete_at, form_run.form_run_guid, schedule.exam_guid,
      coalesce(form_run.version, schedule.version) as version, form_run.completed_at,
      coalesce(form_run.history_count, 0) as history_count, form_run.history_link,
      coalesce(form_run.last_event, 0) as last_event, form_run.ledger_hash, live_attendance.attendance
    from schedule
    join person on person.org_id = schedule.org_id and person.user_guid = schedule.user_guid
    left join form_run on form_run.org_id = schedule.org_id and form_run.schedule_guid = schedule.schedule_guid
    left join live_attendance on live_attendance.org_id = schedule.org_id and live_attendance.schedule_guid = schedule.schedule_guid
    left join erased_person on erased_person.org_id = person.org_id and erased_person.user_guid = person.user_guid
      and person.search_name = ''
    where schedule.org_id = ${org_id} and schedule.delivery_id = ${delivery_id} and schedule.practice = 0
      and (schedule.voided_at is null or form_run.form_run_guid is not null)
    order by coalesce(person.search_name, ''), person.user_guid, schedule.schedule_guid`.execute(kysely)
  return rows
}

const sittingOf = (
  orgId: number,
  row: ScheduleRow,
): readonly (Sitting & { formRunGuid: string; completedAtMs: number | null })[] =>
  row.form_run_guid === null
    ? []
    : [
        {
          ...{ org_id: orgId, form_run_guid: row.form_run_guid, schedule_guid: row.schedule_guid, exam_guid: row.exam_guid },
          ...{ version: row.version, completed_at: row.completed_at, history_link: row.history_link },
          ...{ last_event: Number(row.last_event), ledger_hash: row.ledger_hash },
          ...{ history_count: Number(row.history_count), formRunGuid: row.form_run_guid, completedAtMs: row.completed_at },
        },
      ]

const personOf = (
  delivery: Pick<DeliveryTable, 'end_at' | 'org_id'>,
  own: readonly [ScheduleRow, ...ScheduleRow[]],
  decisions: Decisions,
  nowMs: number,
): PersonOfDelivery => {
  const [first] = own
  const sittings = own.flatMap((row) => sittingOf(delivery.org_id, row))
  const attendances = own.flatMap(({ attendance }) => attendance ?? [])
  const sitting = countingSitting(sittings)
  return {
    ...{ userGuid: first.user_guid, userId: first.user_id, username: first.username },
    ...{ firstName: first.first_name, lastName: first.last_name, identifier: first.learner_identifier ?? undefined },
    ...{ searchName: first.search_name, isErased: first.erased_at !== null, decisions, sitting },
    sittings: sittings.filter(({ completedAtMs }) => completedAtMs !== null).length,
    outcome: outcomeOf({
      decided: decisions.outcome?.outcome,
      isCompleted: sitting !== undefined,
      isBegun: sittings.length > 0,
      attendance: attendances.includes('present') ? 'present' : attendances[0],
      isOver: own.every(({ complete_at }) => nowMs > (complete_at ?? delivery.end_at)),
    }),
  }
}

/** The people of a delivery in the order of their names, each once, as they stand at a moment (Unix ms). */
export const selectPeople = async (reading: Reading, delivery: DeliveryTable, nowMs: number): Promise<PersonOfDelivery[]> => {
  const rows = await selectRows(reading, delivery)
  const decisions = await selectDecisions(reading, { orgId: delivery.org_id, deliveryId: delivery.delivery_id })
  return [...Map.groupBy(rows, ({ user_guid }) => user_guid)].flatMap(([guid, [first, ...more]]) =>
    first ? [personOf(delivery, [first, ...more], decisions.get(guid) ?? noDecisions, nowMs)] : [],
  )
}
