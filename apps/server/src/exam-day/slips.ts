import { officePreviewSlips, officeReplacePins, officeSlips, type SlipsPreview } from '@sitwell/contract'
import { newPin, pinOf } from '../assessment/schedules/index.ts'
import { findToChange, nextChange, storeChange } from '../deliveries/apply-delivery.ts'
import { askingOf } from '../deliveries/deliveries-context.ts'
import { noteDelivery } from '../deliveries/note-delivery.ts'
import { noDeliveryHere } from '../deliveries/show-delivery.ts'
import { refuse } from '../http/refusal.ts'
import { type SentFile, sendFile } from '../http/sent-file.ts'
import { route } from '../http/service.ts'
import type { Keys } from '../keys.ts'
import { changeSchedules, holdUnbegun } from '../organisation/delivery-schedules.ts'
import { sha256 } from '../sha256.ts'
import type { ExamDayContext } from './exam-day-context.ts'
import { type ListedPerson, type ListedRoom, listPeople } from './listed-people.ts'
import { paperWords } from './paper-words.ts'
import { listedOf } from './print-attendance.ts'
import { sentPaper } from './sent-paper.ts'
import { slipsDocument } from './slips-document.ts'

type Context = Pick<ExamDayContext, 'clock' | 'database' | 'keys' | 'printer' | 'securityLog'>

const pinFor = (keys: Pick<Keys, 'open'>) => (person: ListedPerson) =>
  person.isFinished ? undefined : pinOf(keys, person.passwordHash)

const replaceableIn = (rooms: readonly ListedRoom[], keys: Pick<Keys, 'open'>): ListedPerson[] =>
  rooms.flatMap(({ people }) => people.filter((one) => !one.isBegun && pinFor(keys)(one) !== undefined))

const previewOf = (rooms: readonly ListedRoom[], keys: Pick<Keys, 'open'>): SlipsPreview => {
  const people = rooms.flatMap((room) => room.people)
  const slips = people.filter((one) => pinFor(keys)(one) !== undefined)
  const finished = people.filter(({ isFinished }) => isFinished)
  const replaceable = replaceableIn(rooms, keys)
  return {
    ...{ slips: slips.length, replaceable: replaceable.length, finished: finished.length },
    withoutPin: people.length - slips.length - finished.length,
    // A PIN that was replaced meanwhile is sealed differently.
    hash: sha256(JSON.stringify(replaceable.map(({ scheduleGuid, passwordHash }) => [scheduleGuid, passwordHash]))),
  }
}

export const officePreviewSlipsRoute = (context: Pick<Context, 'clock' | 'database' | 'keys'>) =>
  route(officePreviewSlips, async ({ caller, body }) => {
    const { database, keys } = context
    const asking = await askingOf(context, caller)
    const found = await findToChange(database, asking, body.deliveryID)
    if (!found.ok) return found
    return { ok: true, value: previewOf(await listPeople(database, asking, found.delivery, body.roomID), keys) }
  })

/** Prints the PINs of a delivery; the security log has for how many people. */
export const officeSlipsRoute = (context: Context) =>
  route(
    officeSlips,
    async ({ caller, body, request }) => {
      const { database, keys, printer } = context
      const asking = await askingOf(context, caller)
      const found = await findToChange(database, asking, body.deliveryID)
      if (!found.ok) return found
      const words = await paperWords(database, caller)
      if (!words) return noDeliveryHere
      const { delivery } = found
      const listed = await listedOf(context, asking, delivery, body)
      if (!listed.ok) return listed
      const document = slipsDocument(words, listed.listed, pinFor(keys))
      const sent = await sentPaper(printer, document, `${words.text('ROOM_PDF_SLIPS')} ${delivery.name}`)
      const people = previewOf(listed.listed.rooms, keys).slips
      if (sent.ok) noteDelivery(context, { caller, request, row: delivery, act: 'pins-printed', people })
      return sent
    },
    // What the handler above has made.
    { send: (reply, value) => sendFile(reply, value as SentFile) },
  )

/** Gives another PIN to each who has one and has not begun, as a preview showed. */
export const officeReplacePinsRoute = (context: Context) =>
  route(officeReplacePins, async ({ caller, body, request }) => {
    const { database, keys } = context
    const asking = await askingOf(context, caller)
    const outcome = await database.kysely.transaction().execute(async (kysely) => {
      const reading = { kysely, dialect: database.dialect }
      await holdUnbegun(kysely, caller.orgId)
      const found = await findToChange(reading, asking, body.deliveryID)
      if (!found.ok) return found
      const { delivery } = found
      const rooms = await listPeople(reading, asking, delivery, body.roomID)
      const preview = previewOf(rooms, keys)
      if (preview.hash !== body.hash) return { ok: true as const, delivery, preview, people: undefined }
      const people = replaceableIn(rooms, keys)
      await changeSchedules(
        reading,
        caller.orgId,
        people.map(({ scheduleGuid }) => ({ guid: scheduleGuid, change: { password_hash: newPin(keys) } })),
      )
      if (people.length > 0)
        await storeChange(
          kysely,
          {
            ...{ org_id: caller.orgId, delivery_id: delivery.delivery_id, number: await nextChange(kysely, delivery) },
            ...{ act: 'pins-replaced', at: asking.nowMs, author: caller.userGuid },
          },
          people.map(({ scheduleGuid, userGuid }) => ({ guid: scheduleGuid, userGuid, before: null })),
        )
      return { ok: true as const, delivery, preview, people: people.length }
    })
    if (!outcome.ok) return outcome
    const { delivery, preview, people } = outcome
    if (people === undefined) return refuse('CHANGED_MEANWHILE', 'Other PINs would be replaced by now.', { current: preview })
    if (people > 0) noteDelivery(context, { caller, request, row: delivery, act: 'pins-replaced', people })
    return { ok: true, value: { people } }
  })
