import type { NamedScope, RoleScope } from '@sitwell/contract'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/database.ts'
import { isOneOf } from '../../db/one-of.ts'
import type { Schema } from '../../db/schema.ts'
import { type Scope, wholeOrganisation } from '../../roles/grant.ts'
import { holdCentre, holdRoom } from '../centres/centre-queries.ts'
import { holdGroup } from '../groups/group-queries.ts'

/** A scope as requests name it; the whole organisation if they name none. */
export const scopeOf = (asked: RoleScope | undefined): Scope => asked ?? wholeOrganisation

/** How a scope stands: nothing new is granted in what is closed. */
type Standing = 'there' | 'closed' | 'gone'

const standingOf = (...held: readonly ({ readonly closed_at: number | null } | undefined)[]): Standing => {
  if (held.length === 0 || held.includes(undefined)) return 'gone'
  return held.every((one) => one?.closed_at === null) ? 'there' : 'closed'
}

/** Deliveries are never removed: nothing has to be held. */
const holdDelivery = (kysely: Kysely<Schema>, orgId: number, id: string) =>
  kysely
    .selectFrom('delivery')
    .select('cancelled_at')
    .where('org_id', '=', orgId)
    .where('delivery_id', '=', id)
    .executeTakeFirst()

const isRoomOfDelivery = async (
  kysely: Kysely<Schema>,
  orgId: number,
  { delivery, room }: { readonly delivery: string; readonly room: string },
): Promise<boolean> => {
  const row = await kysely
    .selectFrom('delivery_room')
    .select('room_id')
    .where('org_id', '=', orgId)
    .where('delivery_id', '=', delivery)
    .where('room_id', '=', room)
    .executeTakeFirst()
  return row !== undefined
}

const standingOfDelivery = (held: { readonly cancelled_at: number | null } | undefined): Standing =>
  standingOf(held && { closed_at: held.cancelled_at })

/** Holds the part of an organisation that a scope names, so that it isn't removed before the transaction ends, and says how it stands. */
export const holdScope = async (transaction: Kysely<Schema>, orgId: number, scope: Scope): Promise<Standing> => {
  switch (scope.kind) {
    case 'organisation':
      return 'there'
    case 'group':
      return (await holdGroup(transaction, orgId, scope.id)) ? 'there' : 'gone'
    case 'centre':
      return standingOf(await holdCentre(transaction, orgId, scope.id))
    case 'room': {
      const held = await holdRoom(transaction, orgId, scope.id)
      return standingOf(held?.centre, held?.room)
    }
    case 'delivery':
      return standingOfDelivery(await holdDelivery(transaction, orgId, scope.id))
    case 'delivery-room': {
      const delivery = await holdDelivery(transaction, orgId, scope.delivery)
      const isRoom = delivery && (await isRoomOfDelivery(transaction, orgId, scope))
      return isRoom ? standingOfDelivery(delivery) : 'gone'
    }
    default:
      return 'gone'
  }
}

type Reading = Pick<Database, 'dialect' | 'kysely'>

type Name = Pick<NamedScope, 'centre' | 'name'>

const selectDeliveries = async ({ kysely, dialect }: Reading, orgId: number, scopes: readonly Scope[]) => {
  const ids = scopes.flatMap((scope) => {
    if (scope.kind === 'delivery-room') return [scope.delivery]
    return scope.kind === 'delivery' ? [scope.id] : []
  })
  if (ids.length === 0) return []
  return kysely
    .selectFrom('delivery')
    .select(['delivery_id', 'name'])
    .where('org_id', '=', orgId)
    .where(isOneOf(dialect, 'delivery_id', ids, (id) => id))
    .execute()
}

/** A room of a delivery is named by both. */
const nameOfDeliveryRoom = (names: ReadonlyMap<string, Name>, scope: Extract<Scope, { kind: 'delivery-room' }>): Name => {
  const [delivery, room] = [names.get(`delivery ${scope.delivery}`), names.get(`room ${scope.room}`)]
  if (delivery?.name === undefined || room?.name === undefined) return {}
  return { ...room, name: `${delivery.name}: ${room.name}` }
}

const namesIn = async ({ kysely, dialect }: Reading, orgId: number, scopes: readonly Scope[]) => {
  const idsOf = (wanted: 'centre' | 'group' | 'room') => scopes.flatMap((scope) => (scope.kind === wanted ? [scope.id] : []))
  const roomsOfDeliveries = scopes.flatMap((scope) => (scope.kind === 'delivery-room' ? [scope.room] : []))
  const [groups, centres, rooms] = [idsOf('group'), idsOf('centre'), [...idsOf('room'), ...roomsOfDeliveries]]
  const ofGroups =
    groups.length === 0
      ? []
      : await kysely
          .selectFrom('people_group')
          .select(['group_id', 'name'])
          .where('org_id', '=', orgId)
          .where(isOneOf(dialect, 'group_id', groups, (id) => id))
          .execute()
  const ofCentres =
    centres.length === 0
      ? []
      : await kysely
          .selectFrom('centre')
          .select(['centre_id', 'name'])
          .where('org_id', '=', orgId)
          .where(isOneOf(dialect, 'centre_id', centres, (id) => id))
          .execute()
  const ofRooms =
    rooms.length === 0
      ? []
      : await kysely
          .selectFrom('room')
          .innerJoin('centre', (on) =>
            on.onRef('centre.org_id', '=', 'room.org_id').onRef('centre.centre_id', '=', 'room.centre_id'),
          )
          .select(['room.room_id', 'room.name', 'centre.name as centre'])
          .where('room.org_id', '=', orgId)
          .where(isOneOf(dialect, 'room.room_id', rooms, (id) => id))
          .execute()
  const ofDeliveries = await selectDeliveries({ kysely, dialect }, orgId, scopes)
  return new Map<string, Name>([
    ...ofGroups.map(({ group_id, name }) => [`group ${group_id}`, { name }] as const),
    ...ofCentres.map(({ centre_id, name }) => [`centre ${centre_id}`, { name }] as const),
    ...ofRooms.map(({ room_id, name, centre }) => [`room ${room_id}`, { name, centre }] as const),
    ...ofDeliveries.map(({ delivery_id, name }) => [`delivery ${delivery_id}`, { name }] as const),
  ])
}

/** Names the parts of an organisation in which roles are held; the whole of it has no name here. */
export const namedScopes = async (
  reading: Reading,
  orgId: number,
  scopes: readonly Scope[],
): Promise<(scope: Scope) => NamedScope | undefined> => {
  const names = await namesIn(reading, orgId, scopes)
  return (scope) => {
    if (scope.kind === 'organisation') return undefined
    if (scope.kind === 'delivery-room')
      return { kind: scope.kind, id: `${scope.delivery} ${scope.room}`, ...nameOfDeliveryRoom(names, scope) }
    return { kind: scope.kind, id: scope.id, ...names.get(`${scope.kind} ${scope.id}`) }
  }
}
