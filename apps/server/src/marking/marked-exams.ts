import { officeMarkedExams } from '@sitwell/contract'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { route } from '../http/service.ts'
import type { Position } from '../office/people/cursor.ts'
import { cutPage, readPage } from '../office/places/list-page.ts'
import type { Scope } from '../roles/grant.ts'
import { askingOf, iso, type MarkingContext, scopesWith } from './marking-context.ts'
import { isInScopes } from './scopes.ts'

interface Row {
  readonly exam_guid: string
  readonly version: number
  readonly delivery_id: string
  readonly exam_name: string
  readonly delivery_name: string | null
}

const positionOf = ({ exam_name, exam_guid, version, delivery_id }: Row): Position => ({
  value: exam_name,
  id: JSON.stringify([exam_guid, version, delivery_id]),
})

const behindOf = ({ value, id }: Position) => {
  const [examGuid, version, deliveryId] = JSON.parse(id) as [string, number, string]
  return sql`and (place.exam_name, place.exam_guid, place.version, place.delivery_id) >
    (${String(value)}, ${examGuid}, ${version}, ${deliveryId})`
}

/** Deliveries, and exam versions without one, of which a sitting in one of these scopes was handed in; of each no more than the first such sitting is read. */
const selectHandedIn = async (
  { kysely, dialect }: Pick<Database, 'dialect' | 'kysely'>,
  orgId: number,
  {
    scopes,
    behind,
    limit,
  }: { readonly scopes: readonly Scope[]; readonly behind: Position | undefined; readonly limit: number },
): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select place.* from (
      select exam.exam_guid, exam.version, '' as delivery_id, exam.name as exam_name, null as delivery_name
      from exam where exam.org_id = ${orgId}
      union all
      select exam.exam_guid, exam.version, delivery.delivery_id, exam.name as exam_name, delivery.name as delivery_name
      from delivery join exam on exam.org_id = delivery.org_id and exam.exam_guid = delivery.exam_guid
      where delivery.org_id = ${orgId}) as place
    where exists (
      select 1 from (
        select form_run.org_id, form_run.exam_guid, form_run.version, form_run.user_guid, form_run.schedule_guid,
          coalesce(schedule.delivery_id, '') as delivery_id
        from form_run
        join schedule on schedule.org_id = form_run.org_id and schedule.schedule_guid = form_run.schedule_guid
        where form_run.org_id = ${orgId} and form_run.completed_at is not null) as listed
      where listed.exam_guid = place.exam_guid and listed.version = place.version and listed.delivery_id = place.delivery_id
        and ${isInScopes(dialect, scopes, 'listed')})
      ${behind ? behindOf(behind) : sql``}
    order by place.exam_name, place.exam_guid, place.version, place.delivery_id
    limit ${limit}`.execute(kysely)
  return rows
}

/** Exams whose marks the caller may decide about, by name. */
export const officeMarkedExamsRoute = (context: Pick<MarkingContext, 'clock' | 'database' | 'keys'>) =>
  route(officeMarkedExams, async ({ caller, query }) => {
    const { database, keys } = context
    const asking = await askingOf(context, caller)
    const { orgId, nowMs } = asking
    const scopes = scopesWith(asking, 'marks.adjudicate')
    const list = ['marked-exams', { orgId, userGuid: caller.userGuid, scopes }]
    const page = readPage(keys, list, query)
    if (!page.ok) return page
    const { behind, limit } = page
    const found = await selectHandedIn(database, orgId, { scopes, behind, limit: limit + 1 })
    const { rows, next } = cutPage(keys, list, found, { limit, positionOf })
    const places = rows.map(({ exam_guid, version, exam_name, delivery_id, delivery_name }) => ({
      ...{ examGuid: exam_guid, examVersion: version, examName: exam_name },
      ...(delivery_name !== null && { deliveryID: delivery_id, deliveryName: delivery_name }),
    }))
    return { ok: true, value: { places, ...next, asOf: iso(nowMs) } }
  })
