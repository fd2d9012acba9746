import { type LiveUnderWay, officeLiveNow } from '@sitwell/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isOneOf } from '../db/one-of.ts'
import type { DeliveryTable } from '../db/schema.ts'
import { selectRoomsOf } from '../deliveries/delivery-queries.ts'
import { route } from '../http/service.ts'
import { permissionsOf, type Scope } from '../roles/grant.ts'
import { isInForce } from '../roles/may.ts'
import { isPersonIn } from '../roles/place-queries.ts'
import type { LiveContext } from './live-context.ts'
import { isOwnRoom } from './read-view.ts'
import { waitingForMs } from './row-of.ts'
import { iso, type Reading, type Viewer, viewerOf } from './viewer.ts'

const hourMs = 3_600_000
const mostDeliveries = 500

const scopesOf = ({ grants, nowMs }: Viewer): readonly Scope[] =>
  grants
    .filter((grant) => isInForce(grant, nowMs) && permissionsOf(grant.role).includes('sittings.read'))
    .map(({ scope }) => scope)

/** That a schedule, in a query that joins its room, is of somebody whom the viewer may see. */
const isSeen = (dialect: Reading['dialect'], viewer: Viewer): RawBuilder<SqlBool> => {
  const scopes = scopesOf(viewer)
  if (scopes.some(({ kind }) => kind === 'organisation')) return sql<SqlBool>`1 = 1`
  const idsOf = (wanted: 'centre' | 'delivery' | 'exam' | 'group' | 'room') =>
    scopes.flatMap((scope) => (scope.kind === wanted ? [scope.id] : []))
  const columns = [
    ...([['centre', 'room.centre_id'] as const, ['room', 'schedule.room_id'] as const] as const),
    ...([['exam', 'schedule.exam_guid'] as const, ['delivery', 'schedule.delivery_id'] as const] as const),
  ]
  const own = columns.flatMap(([kind, column]) => {
    const ids = idsOf(kind)
    return ids.length === 0 ? [] : [isOneOf(dialect, column, ids, (id) => id)]
  })
  const rooms = scopes.flatMap((scope) =>
    scope.kind === 'delivery-room'
      ? [sql<SqlBool>`(schedule.delivery_id = ${scope.delivery} and schedule.room_id = ${scope.room})`]
      : [],
  )
  const people = isPersonIn(dialect, { isEverywhere: false, groups: idsOf('group') }, 'schedule')
  return sql<SqlBool>`(${sql.join([people, ...own, ...rooms], sql` or `)})`
}

interface Counted {
  readonly delivery_id: string | null
  readonly exam_guid: string
  readonly room_id: string | null
  readonly people: number
  readonly waiting: number
  readonly begun: number
  readonly completed: number
}

const counted = sql`count(*) as people, count(form_run.form_run_guid) as begun, count(form_run.completed_at) as completed`

const joined = sql`left join room on room.org_id = schedule.org_id and room.room_id = schedule.room_id
  left join live_page on live_page.org_id = schedule.org_id and live_page.schedule_guid = schedule.schedule_guid`

const waitingSince = (nowMs: number) =>
  sql`count(case when form_run.form_run_guid is null and live_page.waited_at >= ${nowMs - waitingForMs} then 1 end) as waiting`

/** How many people of deliveries the viewer sees, by their rooms. */
const countPeople = async ({ kysely, dialect }: Reading, viewer: Viewer, ids: readonly string[]): Promise<Counted[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<Counted>`
    select schedule.delivery_id, schedule.exam_guid, schedule.room_id, ${counted}, ${waitingSince(viewer.nowMs)}
    from schedule
    left join form_run on form_run.org_id = schedule.org_id and form_run.schedule_guid = schedule.schedule_guid
    ${joined}
    where schedule.org_id = ${viewer.orgId} and schedule.delivery_id is not null
      and ${isOneOf(dialect, 'schedule.delivery_id', ids, (id) => id)}
      and (schedule.voided_at is null or form_run.form_run_guid is not null) and ${isSeen(dialect, viewer)}
    group by schedule.delivery_id, schedule.exam_guid, schedule.room_id`.execute(kysely)
  return rows
}

/** The same of exams that somebody began without a delivery within the last day. */
const countOthers = async ({ kysely, dialect }: Reading, viewer: Viewer): Promise<(Counted & { readonly name: string })[]> => {
  const { rows } = await sql<Counted & { readonly name: string }>`
    select schedule.exam_guid, max(exam.name) as name, ${counted}, ${waitingSince(viewer.nowMs)}
    from form_run
    join schedule on schedule.org_id = form_run.org_id and schedule.schedule_guid = form_run.schedule_guid
    join exam on exam.org_id = form_run.org_id and exam.exam_guid = form_run.exam_guid and exam.version = form_run.version
    ${joined}
    where form_run.org_id = ${viewer.orgId} and form_run.started_at > ${viewer.nowMs - 24 * hourMs}
      and schedule.delivery_id is null
      and (form_run.completed_at is null or form_run.completed_at > ${viewer.nowMs - 12 * hourMs}) and ${isSeen(dialect, viewer)}
    group by schedule.exam_guid`.execute(kysely)
  return rows
}

const sumOf = (rows: readonly Counted[]): LiveUnderWay['counts'] => {
  const sum = (column: 'begun' | 'completed' | 'people' | 'waiting') => rows.reduce((all, row) => all + Number(row[column]), 0)
  return {
    people: sum('people'),
    waiting: sum('waiting'),
    open: sum('begun') - sum('completed'),
    'handed-in': sum('completed'),
  }
}

type Row = DeliveryTable & { readonly exam_name: string }

const selectAround = async ({ kysely }: Reading, { orgId, nowMs }: Viewer): Promise<Row[]> => {
  const { rows } = await sql<Row>`select delivery.*, exam.name as exam_name from delivery
    join exam on exam.org_id = delivery.org_id and exam.exam_guid = delivery.exam_guid and exam.version = delivery.exam_version
    where delivery.org_id = ${orgId} and applied_at is not null and cancelled_at is null
      and start_at < ${nowMs + 24 * hourMs} and end_at > ${nowMs - 12 * hourMs}
    order by start_at, delivery_id limit ${mostDeliveries}`.execute(kysely)
  return rows
}

/** What is under way, or will be within a day, as far as the caller's role reaches. */
export const officeLiveNowRoute = (context: Pick<LiveContext, 'clock' | 'database'>) =>
  route(officeLiveNow, async ({ caller }) => {
    const { database } = context
    const viewer = await viewerOf(context, caller)
    const around = await selectAround(database, viewer)
    const ids = around.map(({ delivery_id }) => delivery_id)
    const counts = Map.groupBy(await countPeople(database, viewer, ids), ({ delivery_id }) => delivery_id)
    const rooms = Map.groupBy(await selectRoomsOf(database, viewer.orgId, ids), ({ delivery_id }) => delivery_id)
    const deliveries = around.flatMap((row): LiveUnderWay[] => {
      const own = counts.get(row.delivery_id)
      if (!own) return []
      return [
        {
          ...{ deliveryID: row.delivery_id, examGuid: row.exam_guid, name: row.name, examName: row.exam_name },
          ...{ zone: row.zone, startsAt: iso(row.start_at), endsAt: iso(row.end_at), counts: sumOf(own) },
          rooms: (rooms.get(row.delivery_id) ?? []).flatMap(({ room_id, name }) => {
            const there = own.filter((one) => one.room_id === room_id)
            const isOwn = isOwnRoom(viewer, row.delivery_id, room_id)
            if (there.length === 0 && !isOwn) return []
            return [{ roomID: room_id, name, isOwn, people: sumOf(there).people }]
          }),
        },
      ]
    })
    const others = (await countOthers(database, viewer)).map(
      (row): LiveUnderWay => ({ examGuid: row.exam_guid, name: row.name, examName: row.name, counts: sumOf([row]), rooms: [] }),
    )
    return { ok: true, value: { underWay: [...deliveries, ...others], asOf: iso(viewer.nowMs) } }
  })
