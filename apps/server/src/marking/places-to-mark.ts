import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Position } from '../office/people/cursor.ts'
import type { NamedTogether } from './exam-facts.ts'

interface Row {
  readonly exam_guid: string
  readonly version: number
  readonly delivery_id: string
  readonly exam_name: string
  readonly delivery_name: string | null
}

/** Where a list of these goes on: the value is the exam's guid, the id the version and the delivery. */
export const positionOf = ({ exam_guid, version, delivery_id }: Row): Position => ({
  value: exam_guid,
  id: JSON.stringify([version, delivery_id]),
})

const behindOf = ({ value, id }: Position) => {
  const [version, deliveryId] = JSON.parse(id) as [number, string]
  return sql`and (place.exam_guid, place.version, place.delivery_id) > (${String(value)}, ${version}, ${deliveryId})`
}

/**
 * Deliveries, and versions of exams that were sat without one, that have responses to mark or marked ones, in the order of their ids. `condition`: what holds for a row of `response_mark`; of
 * each place no more than the first such row is read.
 */
export const selectPlaces = async (
  { kysely }: Pick<Database, 'kysely'>,
  orgId: number,
  {
    condition,
    behind,
    limit,
  }: { readonly condition: RawBuilder<SqlBool>; readonly behind: Position | undefined; readonly limit: number },
): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select place.* from (
      select exam.exam_guid, exam.version, '' as delivery_id, exam.name as exam_name, null as delivery_name
      from exam where exam.org_id = ${orgId}
      union all
      select exam.exam_guid, exam.version, delivery.delivery_id, exam.name as exam_name, delivery.name as delivery_name
      from delivery join exam on exam.org_id = delivery.org_id and exam.exam_guid = delivery.exam_guid
      where delivery.org_id = ${orgId}) as place
    where exists (select 1 from response_mark where response_mark.org_id = ${orgId} and response_mark.exam_guid = place.exam_guid
        and response_mark.version = place.version and response_mark.delivery_id = place.delivery_id and ${condition})
      ${behind ? behindOf(behind) : sql``}
    order by place.exam_guid, place.version, place.delivery_id
    limit ${limit}`.execute(kysely)
  return rows
}

export const togetherOf = ({ exam_guid, version, delivery_id, exam_name, delivery_name }: Row): NamedTogether => ({
  ...{ examGuid: exam_guid, version, deliveryId: delivery_id, examName: exam_name, deliveryName: delivery_name ?? undefined },
})

/** The names of a delivery or an exam; undefined if the organisation doesn't have it, or the delivery is of another exam. */
export const selectTogether = async (
  { kysely }: Pick<Database, 'kysely'>,
  orgId: number,
  { examGuid, version, deliveryId }: { readonly examGuid: string; readonly version: number; readonly deliveryId: string },
): Promise<NamedTogether | undefined> => {
  const row = await kysely
    .selectFrom('exam')
    .leftJoin('delivery', (on) =>
      on
        .onRef('delivery.org_id', '=', 'exam.org_id')
        .onRef('delivery.exam_guid', '=', 'exam.exam_guid')
        .on('delivery.delivery_id', '=', deliveryId),
    )
    .select(['exam.name as exam_name', 'delivery.name as delivery_name'])
    .where('exam.org_id', '=', orgId)
    .where('exam.exam_guid', '=', examGuid)
    .where('exam.version', '=', version)
    .executeTakeFirst()
  if (!row || (deliveryId !== '' && row.delivery_name === null)) return undefined
  return { examGuid, version, deliveryId, examName: row.exam_name, deliveryName: row.delivery_name ?? undefined }
}
