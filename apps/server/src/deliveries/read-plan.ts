import { type DeliveryLine, type DeliveryPreview, type DeliveryScheduled, mostPeopleOfDelivery } from '@sitwell/contract'
import { selectAccommodationsOf } from '../assessment/form-run/index.ts'
import type { AccommodationTable, DeliveryTable } from '../db/schema.ts'
import { refuse } from '../http/refusal.ts'
import { placesOfPeople } from '../roles/place-queries.ts'
import { sha256 } from '../sha256.ts'
import { type Asking, iso, type Reading } from './deliveries-context.ts'
import { mayAt, placeOfRoom } from './delivery-places.ts'
import {
  type PlannedPerson,
  type RoomRow,
  selectNamedPeople,
  selectOtherSchedules,
  selectOwnSchedules,
  selectRoomsOf,
} from './delivery-queries.ts'
import { type Candidate, type Decided, planDelivery, rulesIn, type Target, totalsOf, type Verdict } from './plan.ts'
import { ruleColumns, rulesOf } from './rule-columns.ts'
import { momentsOfRoom, windowOf } from './stored-window.ts'
import { readWindow } from './window.ts'

type Own = Awaited<ReturnType<typeof selectOwnSchedules>>[number]
type Other = Awaited<ReturnType<typeof selectOtherSchedules>>[number]

/** Somebody of a delivery, with all that is known for its plan. */
export interface Planned {
  readonly person: PlannedPerson
  readonly candidate: Candidate
  readonly verdict: Verdict
  /** What they have by the delivery now. */
  readonly own: Own | undefined
  /** What else they have to sit. */
  readonly others: readonly Other[]
  /** All versions of what they were approved for every exam. */
  readonly accommodations: readonly AccommodationTable[]
}

const tooMany = refuse('INVALID_REQUEST', 'These are too many people for one delivery.', {
  details: [{ path: 'body.entries', message: 'too many' }],
})

const byName = (one: PlannedPerson, other: PlannedPerson) => {
  if (one.search_name !== other.search_name) return one.search_name < other.search_name ? -1 : 1
  return one.user_guid < other.user_guid ? -1 : 1
}

const ownScheduleOf = (own: Own): Candidate['own'] => ({
  ...own,
  isBegun: own.form_run_guid !== null,
  isCompleted: own.completed_at !== null,
})

/** Plans a delivery as it is stored now: everybody whom it names, and those whom it has scheduled, by name. */
export const readPlan = async (reading: Reading, delivery: DeliveryTable, asking: Asking) => {
  const { kysely } = reading
  const { orgId } = asking
  const rooms = await selectRoomsOf(reading, orgId, [delivery.delivery_id])
  const named = await selectNamedPeople(kysely, delivery)
  if (named.size > mostPeopleOfDelivery) return tooMany
  const held = await selectOwnSchedules(kysely, delivery)
  const owns = new Map(held.map((own) => [own.user_guid, own]))
  const people = new Map<string, PlannedPerson>(held.map((own) => [own.user_guid, own]))
  for (const [guid, { person }] of named) people.set(guid, person)
  const guids = [...people.keys()]
  const others = Map.groupBy(await selectOtherSchedules(reading, delivery, guids, asking.nowMs), ({ user_guid }) => user_guid)
  const places = await placesOfPeople(reading, orgId, guids)
  const accommodations = await selectAccommodationsOf(reading, orgId, guids)
  const targets = await targetsOf(delivery, rooms)
  const roomOf = (id: string | null | undefined) => rooms.find(({ room_id }) => room_id === id)
  const candidateOf = (person: PlannedPerson): Candidate => {
    const own = owns.get(person.user_guid)
    const wanted = named.get(person.user_guid)
    const place = places.get(person.user_guid) ?? {}
    const room = placeOfRoom(roomOf(wanted ? wanted.room : own?.room_id))
    const same = (others.get(person.user_guid) ?? []).filter(({ exam_guid }) => exam_guid === delivery.exam_guid)
    return {
      userID: person.user_id,
      isVisible: mayAt(asking, 'people.read', place, room) || (own !== undefined && mayAt(asking, 'deliveries.read', {}, room)),
      mayChange: mayAt(asking, 'deliveries.write', place, room),
      isSuspended: person.suspended === 1,
      target: wanted && targets(wanted.room),
      own: own && ownScheduleOf(own),
      others: same.map(({ name }) => name ?? undefined),
    }
  }
  const sorted = [...people.values()].sort(byName)
  const candidates = sorted.map(candidateOf)
  const verdicts = planDelivery(candidates, asking.nowMs)
  const planned = sorted.flatMap((person, at): Planned[] => {
    const [candidate, verdict] = [candidates[at], verdicts[at]]
    if (!candidate || !verdict) return []
    const { user_guid: guid } = person
    const known = { own: owns.get(guid), others: others.get(guid) ?? [], accommodations: accommodations.get(guid) ?? [] }
    return [{ person, candidate, verdict, ...known }]
  })
  return { ok: true as const, rooms, planned }
}

/** What a delivery wants for whoever sits in a room. */
const targetsOf = async (delivery: DeliveryTable, rooms: readonly RoomRow[]): Promise<(room: string | null) => Target> => {
  const rules = rulesOf(delivery)
  const columns = await ruleColumns(rules)
  const usual = readWindow(windowOf(delivery), delivery.zone).moments
  const moments = new Map(rooms.map((room) => [room.room_id, momentsOfRoom(room, usual)]))
  return (room) => {
    const { startMs, endMs } = moments.get(room ?? '') ?? usual
    return {
      ...columns,
      ...{ start_at: startMs, complete_at: endMs, version: delivery.exam_version },
      // A room that the delivery does not have any more is none.
      room_id: room !== null && moments.has(room) ? room : null,
      ...{ password: rules.passwords, sharedHash: delivery.shared_hash },
    }
  }
}

const scheduledOf = (
  { start_at, complete_at, version, room_id }: Omit<Decided, 'password_hash'>,
  nameOf: (id: string) => string | undefined,
): DeliveryScheduled => {
  const room = room_id === null ? undefined : nameOf(room_id)
  return {
    ...(start_at !== null && { startsAt: iso(start_at) }),
    ...(complete_at !== null && { endsAt: iso(complete_at) }),
    examVersion: version,
    ...(room !== undefined && { room }),
  }
}

const lineOf = ({ person, candidate, verdict }: Planned, nameOf: (id: string) => string | undefined): DeliveryLine => {
  const { userID, becomes, reason, other, changes } = verdict
  const { own, target } = candidate
  if (!candidate.isVisible) return { userID, becomes, reason: 'not-found' }
  const rules = changes ? rulesIn(changes) : []
  return {
    ...{ userID, username: person.username, firstName: person.first_name, lastName: person.last_name, becomes },
    ...(reason && { reason }),
    ...(other !== undefined && { other }),
    ...(own && { from: scheduledOf(own, nameOf) }),
    ...(target && (becomes === 'new' || becomes === 'changed') && { to: scheduledOf(target, nameOf) }),
    ...(rules.length > 0 && { rules }),
  }
}

/** A plan as a preview. The hash is over all that would happen. */
export const previewOf = (delivery: DeliveryTable, planned: readonly Planned[], rooms: readonly RoomRow[]): DeliveryPreview => {
  const names = new Map(rooms.map(({ room_id, name }) => [room_id, name]))
  const verdicts = planned.map(({ verdict }) => verdict)
  const totals = totalsOf(verdicts)
  const targets = planned.map(({ candidate: { target }, verdict }) => (verdict.becomes === 'new' ? target : undefined))
  return {
    deliveryID: delivery.delivery_id,
    people: planned.map((one) => lineOf(one, (id) => names.get(id))),
    totals,
    canUndo: totals.changed > 0,
    hash: sha256(JSON.stringify([delivery.org_id, delivery.delivery_id, delivery.version, verdicts, targets])),
  }
}
