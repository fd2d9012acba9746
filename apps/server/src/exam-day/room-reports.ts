import { officeRoomReport, officeRoomReports, officeSignOffRoom, type RoomReport } from '@sitwell/contract'
import type { DeliveryTable, RoomSignOffTable } from '../db/schema.ts'
import type { Reading } from '../deliveries/deliveries-context.ts'
import { selectDelivery, selectExam } from '../deliveries/delivery-queries.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { iso, type Viewer, viewerOf } from '../live-view/viewer.ts'
import { namesOf } from '../office/people/names-of.ts'
import { holdDeliveries } from '../organisation/delivery-schedules.ts'
import { sha256 } from '../sha256.ts'
import type { ExamDayContext } from './exam-day-context.ts'
import { type ReadRoom, readRooms } from './read-reports.ts'
import { changesSince, countsOf, signedFactsOf } from './report-rules.ts'
import { factsIn, insertSignOff, selectSignOffs } from './sign-offs.ts'

type Context = Pick<ExamDayContext, 'clock' | 'contacts' | 'database' | 'exams'>

export const noRoomHere = refuse('NOT_FOUND', 'There is no such room of a delivery for the caller.')

const factsOf = ({ room, zone, startMs, endMs, people, maySign }: ReadRoom) => ({
  ...(room && { roomID: room.room_id, room: room.name, centre: room.centre }),
  ...{ zone, startsAt: iso(startMs), endsAt: iso(endMs), counts: countsOf(people), maySign },
})

const idOf = ({ room }: ReadRoom) => room?.room_id ?? ''

/** Names what is signed: everything that is shown of people and incidents. */
const hashOf = ({ people, incidents }: ReadRoom) => sha256(JSON.stringify([people, incidents]))

const reportOf = async (
  reading: Reading,
  delivery: DeliveryTable,
  read: ReadRoom,
  { signOffs, nowMs }: { readonly signOffs: readonly RoomSignOffTable[]; readonly nowMs: number },
): Promise<RoomReport> => {
  const own = signOffs.filter(({ room_id }) => room_id === idOf(read))
  const [newest] = own
  const exam = await selectExam(reading, delivery.org_id, delivery.exam_guid, delivery.exam_version)
  const nameOf = await namesOf(
    reading,
    delivery.org_id,
    own.map(({ author }) => author),
  )
  return {
    ...{ deliveryID: delivery.delivery_id, name: delivery.name, examName: exam?.name ?? '', ...factsOf(read) },
    ...{ people: [...read.people], incidents: [...read.incidents] },
    signOffs: own.map(({ number, at, author, remark }) => ({ number, at: iso(at), by: nameOf(author), remark })),
    changes: newest ? changesSince(factsIn(newest), read.people) : [],
    ...{ hash: hashOf(read), asOf: iso(nowMs) },
  }
}

/** The report of one room as it is now; undefined if there is no such room for the caller. */
export const readReport = async (
  context: Context,
  viewer: Viewer,
  { deliveryID, roomID = '' }: { readonly deliveryID: string; readonly roomID?: string | undefined },
) => {
  const { database } = context
  const delivery = await selectDelivery(database.kysely, viewer.orgId, deliveryID)
  if (!delivery) return undefined
  const [read] = await readRooms(context, viewer, delivery, roomID)
  if (!read) return undefined
  const signOffs = await selectSignOffs(database, delivery)
  return { delivery, read, report: await reportOf(database, delivery, read, { signOffs, nowMs: viewer.nowMs }) }
}

/** The rooms of a delivery with what is left to do in each. */
export const officeRoomReportsRoute = (context: Context) =>
  route(officeRoomReports, async ({ caller, query }) => {
    const { database } = context
    const viewer = await viewerOf(context, caller)
    const delivery = await selectDelivery(database.kysely, caller.orgId, query.deliveryID)
    if (!delivery) return noRoomHere
    const rooms = await readRooms(context, viewer, delivery)
    if (rooms.length === 0) return noRoomHere
    const signOffs = await selectSignOffs(database, delivery)
    const newest = new Map(signOffs.toReversed().map((one) => [one.room_id, one]))
    const nameOf = await namesOf(
      database,
      caller.orgId,
      [...newest.values()].map(({ author }) => author),
    )
    return {
      ok: true,
      value: {
        name: delivery.name,
        rooms: rooms.map((read) => {
          const signed = newest.get(idOf(read))
          return {
            ...factsOf(read),
            ...(signed && {
              signedOff: {
                ...{ at: iso(signed.at), by: nameOf(signed.author) },
                isCurrent: changesSince(factsIn(signed), read.people).length === 0,
              },
            }),
          }
        }),
        asOf: iso(viewer.nowMs),
      },
    }
  })

export const officeRoomReportRoute = (context: Context) =>
  route(officeRoomReport, async ({ caller, query }) => {
    const found = await readReport(context, await viewerOf(context, caller), query)
    return found ? { ok: true, value: found.report } : noRoomHere
  })

const mayNotSign = refuse('NOT_ALLOWED', 'The roles of the caller do not allow this in this room.')

/** Adds a sign-off by the caller, of exactly what they were shown. */
export const officeSignOffRoomRoute = (context: Context) =>
  route(officeSignOffRoom, async ({ caller, body }) => {
    const { database } = context
    const viewer = await viewerOf(context, caller)
    const found = await readReport(context, viewer, body)
    if (!found) return noRoomHere
    const { delivery, read, report } = found
    if (!read.maySign) return mayNotSign
    if (report.hash !== body.hash)
      return refuse('CHANGED_MEANWHILE', 'Something has happened in the room since this was shown.', { current: report })
    await database.kysely.transaction().execute(async (kysely) => {
      await holdDeliveries(kysely, caller.orgId)
      const place = { org_id: caller.orgId, delivery_id: delivery.delivery_id, room_id: idOf(read) }
      const remark = body.remark.replaceAll('\0', '').toWellFormed().trim()
      const facts = JSON.stringify(signedFactsOf(read.people))
      await insertSignOff(kysely, place, { at: viewer.nowMs, author: caller.userGuid, remark, facts })
    })
    const signOffs = await selectSignOffs(database, delivery)
    return { ok: true, value: await reportOf(database, delivery, read, { signOffs, nowMs: viewer.nowMs }) }
  })
