import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { isOneOf } from '../db/one-of.ts'
import type { Scope } from '../roles/grant.ts'
import type { Queue } from './ids.ts'

type Dialect = Database['dialect']

const idsOf = (scopes: readonly Scope[], wanted: 'centre' | 'room' | 'group' | 'exam' | 'delivery'): string[] =>
  scopes.flatMap((scope) => (scope.kind === wanted ? [scope.id] : []))

/**
 * That a row of `response_mark` is in one of these scopes, as SQL: `covers` of `roles/may.ts` for lists. A response is of its exam, its delivery, the room of its schedule with that
 * room's centre, and the groups of whoever gave it.
 */
export const isInScopes = (dialect: Dialect, scopes: readonly Scope[], row = 'response_mark'): RawBuilder<SqlBool> => {
  if (scopes.some(({ kind }) => kind === 'organisation')) return sql<SqlBool>`1 = 1`
  const of = (column: string) => sql.ref(`${row}.${column}`)
  const some: RawBuilder<SqlBool>[] = [sql<SqlBool>`1 = 0`]
  const among = (column: RawBuilder<unknown>, ids: readonly string[]) => isOneOf(dialect, column, ids, (id) => id)
  const [exams, deliveries, groups] = [idsOf(scopes, 'exam'), idsOf(scopes, 'delivery'), idsOf(scopes, 'group')]
  const [rooms, centres] = [idsOf(scopes, 'room'), idsOf(scopes, 'centre')]
  if (exams.length > 0) some.push(among(of('exam_guid'), exams))
  if (deliveries.length > 0) some.push(among(of('delivery_id'), deliveries))
  if (groups.length > 0)
    some.push(sql<SqlBool>`exists (select 1 from people_group_member as placed where placed.org_id = ${of('org_id')}
      and placed.user_guid = ${of('user_guid')} and ${among(sql.ref('placed.group_id'), groups)})`)
  const seat = sql`placed.org_id = ${of('org_id')} and placed.schedule_guid = ${of('schedule_guid')}`
  if (rooms.length > 0)
    some.push(
      sql<SqlBool>`exists (select 1 from schedule as placed where ${seat} and ${among(sql.ref('placed.room_id'), rooms)})`,
    )
  if (centres.length > 0)
    some.push(sql<SqlBool>`exists (select 1 from schedule as placed
      join room on room.org_id = placed.org_id and room.room_id = placed.room_id
      where ${seat} and ${among(sql.ref('room.centre_id'), centres)})`)
  for (const scope of scopes)
    if (scope.kind === 'delivery-room')
      some.push(sql<SqlBool>`(${of('delivery_id')} = ${scope.delivery} and exists (select 1 from schedule as placed
        where ${seat} and placed.room_id = ${scope.room}))`)
  return sql<SqlBool>`(${sql.join(some, sql` or `)})`
}

/** Scopes as far as they concern one queue: one of the organisation alone if one of them covers the whole queue; otherwise those that may cover some of it. */
export const narrowedTo = (scopes: readonly Scope[], queue: Pick<Queue, 'deliveryId' | 'examGuid'>): readonly Scope[] => {
  const own = scopes.filter((scope) => reaches(scope, queue))
  const whole = ['organisation', 'exam', 'delivery']
  return own.some(({ kind }) => whole.includes(kind)) ? [{ kind: 'organisation' }] : own
}

/** The people whom scopes of groups, rooms and centres cover in what is marked together, as a query of `user_guid`. A person may be in it several times. */
export const peopleOfScopes = (
  dialect: Dialect,
  orgId: number,
  scopes: readonly Scope[],
  { examGuid }: Pick<Queue, 'examGuid'>,
): RawBuilder<unknown> => {
  const groups = isOneOf(dialect, 'member.group_id', idsOf(scopes, 'group'), (id) => id)
  const centres = isOneOf(dialect, 'room.centre_id', idsOf(scopes, 'centre'), (id) => id)
  const ofDelivery = scopes.flatMap((scope) => (scope.kind === 'delivery-room' ? [scope.room] : []))
  const rooms = isOneOf(dialect, 'seat.room_id', [...idsOf(scopes, 'room'), ...ofDelivery], (id) => id)
  return sql`select member.user_guid from people_group_member as member where member.org_id = ${orgId} and ${groups}
    union all select seat.user_guid from schedule as seat
      where seat.org_id = ${orgId} and seat.exam_guid = ${examGuid} and seat.room_id is not null and ${rooms}
    union all select seat.user_guid from room
      join schedule as seat on seat.org_id = room.org_id and seat.room_id = room.room_id and seat.room_id is not null
      where room.org_id = ${orgId} and seat.exam_guid = ${examGuid} and ${centres}`
}

/**
 * That a row of `response_mark` is one that somebody may mark as far as who gave it is concerned: not themselves, and, unless the organisation allows it, nobody with whom they are in
 * a group.
 */
export const isOfOthers = (
  { userGuid, rules }: { readonly userGuid: string; readonly rules: { readonly marksOwnGroup: boolean } },
  row = 'response_mark',
): RawBuilder<SqlBool> => {
  const of = (column: string) => sql.ref(`${row}.${column}`)
  if (rules.marksOwnGroup) return sql<SqlBool>`${of('user_guid')} <> ${userGuid}`
  return sql<SqlBool>`(${of('user_guid')} <> ${userGuid} and not exists (
    select 1 from people_group_member as theirs
    join people_group_member as mine on mine.org_id = theirs.org_id and mine.group_id = theirs.group_id and mine.user_guid = ${userGuid}
    where theirs.org_id = ${of('org_id')} and theirs.user_guid = ${of('user_guid')}))`
}

/** Whether a role in a scope lets somebody mark something of what is marked together: in a group, a centre or a room it may be some of it. */
export const reaches = (
  scope: Scope,
  { examGuid, deliveryId }: { readonly examGuid: string; readonly deliveryId: string },
): boolean => {
  if (scope.kind === 'exam') return scope.id === examGuid
  if (scope.kind === 'delivery') return scope.id === deliveryId
  return scope.kind !== 'delivery-room' || scope.delivery === deliveryId
}
