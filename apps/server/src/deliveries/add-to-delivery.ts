import { type InputOf, officeAddToDelivery } from '@sitwell/contract'
import { sql } from 'kysely'
import { selectAccommodationsOf } from '../assessment/form-run/index.ts'
import type { DeliveryTable, PersonTable } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { type RefusedOutcome, refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import type { Keys } from '../keys.ts'
import { addPerson } from '../office/people/add-person.ts'
import { findPerson, nobody } from '../office/people/found-person.ts'
import { holdDeliveries, insertSchedules } from '../organisation/delivery-schedules.ts'
import { mayDo } from '../roles/may.ts'
import type { SecurityContext } from '../security/security-context.ts'
import { findToChange, newSchedule, nextChange, storeChange } from './apply-delivery.ts'
import { type Asking, askingOf, type Reading } from './deliveries-context.ts'
import { selectExam, selectRoomsOf } from './delivery-queries.ts'
import { type PersonRow, personOf, rowsOf, tablesOf } from './list-people.ts'
import { noteDelivery } from './note-delivery.ts'
import type { Target, Verdict } from './plan.ts'
import { readPlan } from './read-plan.ts'

/** Where people stand in a delivery who were added one by one, until somebody edits it. */
export const walkInPosition = 1_000_000

const nobodyNamed = refuse('INVALID_REQUEST', 'Name a person, or a new account.', {
  details: [{ path: 'body.userID', message: 'missing' }],
})

const noRoom = refuse('INVALID_REQUEST', 'The delivery has no such room.', {
  details: [{ path: 'body.roomID', message: 'none of its rooms' }],
})

const isOver = refuse('CLOSED', 'The window is over.')

const hasItOpen = refuse('IN_USE', 'They have this exam open already.')

const maySee = refuse('NOT_ALLOWED', 'The roles of the caller do not allow this of this person.')

type Refused = RefusedOutcome<'ACCOUNT_SUSPENDED' | 'CLOSED' | 'IN_USE' | 'NOT_ALLOWED' | 'NOT_FOUND'>

/** Why nobody is scheduled, by what the plan says of them. */
const refusalOf = ({ reason }: Verdict): Refused => {
  if (reason === 'suspended') return refuse('ACCOUNT_SUSPENDED', 'The account is suspended.')
  if (reason === 'duplicate') return hasItOpen
  if (reason === 'over') return isOver
  return reason === 'beyond' ? maySee : nobody
}

/** The row of somebody whom a delivery has scheduled. */
const selectPerson = async ({ kysely }: Reading, orgId: number, deliveryId: string, userGuid: string) => {
  const { rows } = await sql<PersonRow>`${rowsOf} ${tablesOf}
    where schedule.org_id = ${orgId} and schedule.delivery_id = ${deliveryId} and schedule.user_guid = ${userGuid}
      and (schedule.voided_at is null or form_run.form_run_guid is not null)`.execute(kysely)
  return rows[0]
}

/** Nobody was added; the transaction leaves nothing behind. */
class NotAdded extends Error {
  readonly refused: Refused
  constructor(refused: Refused) {
    super(refused.message)
    this.refused = refused
  }
}

interface Adding {
  readonly caller: Caller
  readonly asking: Asking
  readonly deliveryID: string
  readonly person: Pick<PersonTable, 'user_guid'>
  readonly roomID: string | undefined
}

/** Names somebody in a delivery, and returns what it then wants for them; throws what keeps them from it, because the entry must not stay. */
const nameIn = async (reading: Reading, delivery: DeliveryTable, { asking, person, roomID }: Adding): Promise<Target> => {
  const room_id = roomID ?? null
  await reading.kysely
    .insertInto('delivery_entry')
    .values({
      ...{ org_id: delivery.org_id, delivery_id: delivery.delivery_id, group_id: '', user_guid: person.user_guid },
      ...{ position: walkInPosition, room_id },
    })
    .onConflict((conflict) => conflict.columns(['org_id', 'delivery_id', 'group_id', 'user_guid']).doUpdateSet({ room_id }))
    .execute()
  const plan = await readPlan(reading, delivery, asking)
  const planned = plan.ok ? plan.planned.find((one) => one.person.user_guid === person.user_guid) : undefined
  const target = planned?.candidate.target
  if (!target || planned.verdict.becomes !== 'new') throw new NotAdded(planned ? refusalOf(planned.verdict) : nobody)
  return target
}

/** Names the person and schedules them, unless they are scheduled already; nothing changes for anybody else. */
const addInTransaction = async (reading: Reading, keys: Keys, adding: Adding) => {
  const { kysely } = reading
  const { caller, asking, deliveryID, person } = adding
  await holdDeliveries(kysely, caller.orgId)
  const found = await findToChange(reading, asking, deliveryID)
  if (!found.ok) return found
  const { delivery } = found
  const place = { org_id: caller.orgId, delivery_id: deliveryID }
  const held = await selectPerson(reading, caller.orgId, deliveryID, person.user_guid)
  if (held) return { ok: true as const, row: held, delivery, isNew: false }
  const target = await nameIn(reading, delivery, adding)
  const [guid = ''] = await insertSchedules(kysely, [newSchedule(delivery, person.user_guid, target, keys)])
  const number = await nextChange(kysely, delivery)
  const at = asking.nowMs
  const stored = [{ guid, userGuid: person.user_guid, before: null }]
  await storeChange(kysely, { ...place, number, act: 'added', at, author: caller.userGuid }, stored)
  await kysely
    .updateTable('delivery')
    .set({ version: delivery.version + 1, applied_at: delivery.applied_at ?? at })
    .where((where) => where.and(place))
    .execute()
  const row = await selectPerson(reading, caller.orgId, deliveryID, person.user_guid)
  if (!row) throw new Error(`The schedule ${guid} is not there.`)
  return { ok: true as const, row, delivery, isNew: true }
}

type AddBody = InputOf<typeof officeAddToDelivery>['body']

/** Whom a request is about: somebody who is there and whom the caller sees, or a new account. */
const personFor = async (context: SecurityContext, caller: Caller, asking: Asking, body: AddBody, address: string) => {
  const { userID, account, requestId } = body
  if ((userID === undefined) === (account === undefined)) return nobodyNamed
  if (account) {
    if (!mayDo(asking.actor, 'people.write', {}, asking.nowMs)) return maySee
    return addPerson(context, { caller, fields: account, requestId, address })
  }
  const known = await findPerson(context, caller, userID ?? 0)
  if (!known.ok) return known
  if (!mayDo(asking.actor, 'people.read', known.place, asking.nowMs)) return nobody
  return { ok: true as const, person: known.person, access: undefined }
}

/** Why nobody is added to a delivery now; asked before an account is made, which would stay. */
const refusalBefore = async (context: SecurityContext, asking: Asking, { deliveryID, roomID }: AddBody) => {
  const { database } = context
  const found = await findToChange(database, asking, deliveryID)
  if (!found.ok) return found
  const rooms = await selectRoomsOf(database, asking.orgId, [deliveryID])
  if (roomID !== undefined && !rooms.some(({ room_id }) => room_id === roomID)) return noRoom
  return found.delivery.end_at <= asking.nowMs ? isOver : undefined
}

const addOrRefuse = async ({ database, keys }: SecurityContext, adding: Adding) => {
  try {
    return await database.kysely
      .transaction()
      .execute((kysely) => addInTransaction({ kysely, dialect: database.dialect }, keys, adding))
  } catch (error) {
    if (error instanceof NotAdded) return error.refused
    throw error
  }
}

/** Adds one person to a delivery and schedules them, in one call: whoever stands at the door waits for it. */
export const officeAddToDeliveryRoute = (context: SecurityContext) =>
  route(officeAddToDelivery, async ({ caller, body, request }) => {
    const { database, keys } = context
    const { deliveryID, roomID } = body
    const asking = await askingOf(context, caller)
    const refused = await refusalBefore(context, asking, body)
    if (refused) return refused
    const named = await personFor(context, caller, asking, body, request.ip)
    if (!named.ok) return named
    const outcome = await addOrRefuse(context, { caller, asking, deliveryID, person: named.person, roomID })
    if (!outcome.ok) return outcome
    const { row, delivery, isNew } = outcome
    if (isNew) noteDelivery(context, { caller, request, row: delivery, act: 'person-added', people: 1 })
    const exam = await selectExam(database, caller.orgId, delivery.exam_guid, delivery.exam_version)
    const accommodations = await selectAccommodationsOf(database, caller.orgId, [row.user_guid])
    const shown = { keys, examSeconds: exam?.seconds ?? null, accommodations, nowMs: asking.nowMs }
    const person = personOf(row, { ...shown, showsPins: true })
    return { ok: true, value: { person, ...(named.access && { access: named.access }) } }
  })
