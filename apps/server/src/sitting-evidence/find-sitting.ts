import type { Permission } from '@sitwell/contract'
import type { Database } from '../db/database.ts'
import { personColumns } from '../db/plain-columns.ts'
import type { FormRunTable, PersonTable } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { refuse } from '../http/refusal.ts'
import { mayDo } from '../roles/may.ts'
import { grantsOfCaller } from '../roles/queries.ts'

export const nobodyHere = refuse(
  'NOT_FOUND',
  'There is no such person or sitting in a delivery whose results the caller may see.',
)

interface Asked {
  readonly deliveryID: string
  readonly userID: number
}

/** A person of a delivery, as far as the caller may read its results, with their sittings in it, the newest first. */
export const findEvidence = async (
  database: Database,
  caller: Caller,
  { deliveryID, userID, permission, nowMs }: Asked & { readonly permission: Permission; readonly nowMs: number },
) => {
  const { orgId } = caller
  const { kysely } = database
  const delivery = await kysely
    .selectFrom('delivery')
    .innerJoin('exam', (on) =>
      on
        .onRef('exam.org_id', '=', 'delivery.org_id')
        .onRef('exam.exam_guid', '=', 'delivery.exam_guid')
        .onRef('exam.version', '=', 'delivery.exam_version'),
    )
    .select(['delivery.delivery_id', 'delivery.name', 'delivery.exam_guid', 'exam.name as exam_name'])
    .where('delivery.org_id', '=', orgId)
    .where('delivery.delivery_id', '=', deliveryID)
    .executeTakeFirst()
  if (!delivery) return undefined
  const grants = await grantsOfCaller(database, caller)
  const may = (one: Permission) => mayDo(grants, one, { exam: delivery.exam_guid, delivery: deliveryID }, nowMs)
  if (!may('results.read') || !may(permission)) return undefined
  const person: PersonTable | undefined = await kysely
    .selectFrom('person')
    .select(personColumns)
    .where('org_id', '=', orgId)
    .where('user_id', '=', userID)
    .executeTakeFirst()
  if (!person) return undefined
  const schedules = await kysely
    .selectFrom('schedule')
    .select('schedule_guid')
    .where('org_id', '=', orgId)
    .where('user_guid', '=', person.user_guid)
    .where('delivery_id', '=', deliveryID)
    .execute()
  if (schedules.length === 0) return undefined
  const runs: FormRunTable[] = await kysely
    .selectFrom('form_run')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('user_guid', '=', person.user_guid)
    .where(
      'schedule_guid',
      'in',
      schedules.map(({ schedule_guid }) => schedule_guid),
    )
    .orderBy('started_at', 'desc')
    .orderBy('form_run_id', 'desc')
    .execute()
  return { delivery, person, runs, may }
}

/** One sitting of a person in a delivery. */
export const findSitting = async (
  database: Database,
  caller: Caller,
  asked: Asked & { readonly formRunGuid: string; readonly permission: Permission; readonly nowMs: number },
) => {
  const found = await findEvidence(database, caller, asked)
  const run = found?.runs.find(({ form_run_guid }) => form_run_guid === asked.formRunGuid)
  return found && run ? { ...found, run } : undefined
}
