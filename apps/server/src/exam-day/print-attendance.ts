import { mostPeopleOfPaper, officeAttendanceList } from '@sitwell/contract'
import type { DeliveryTable } from '../db/schema.ts'
import { type Asking, askingOf } from '../deliveries/deliveries-context.ts'
import { selectExam } from '../deliveries/delivery-queries.ts'
import { findDelivery, noDeliveryHere } from '../deliveries/show-delivery.ts'
import { refuse } from '../http/refusal.ts'
import { type SentFile, sendFile } from '../http/sent-file.ts'
import { route } from '../http/service.ts'
import { attendanceDocument, type Listed } from './attendance-document.ts'
import type { ExamDayContext } from './exam-day-context.ts'
import { listPeople } from './listed-people.ts'
import { paperWords } from './paper-words.ts'
import { sentPaper } from './sent-paper.ts'

const tooMany = refuse('INVALID_REQUEST', `A file holds ${mostPeopleOfPaper} people at most: name a room.`, {
  details: [{ path: 'body.roomID', message: 'too many' }],
})

/** What is printed of a delivery, if it isn't more than a file holds. */
export const listedOf = async (
  { database }: Pick<ExamDayContext, 'database'>,
  asking: Asking,
  delivery: DeliveryTable,
  { roomID, order }: { readonly roomID?: string | undefined; readonly order: Listed['order'] },
) => {
  const rooms = await listPeople(database, asking, delivery, roomID)
  if (rooms.reduce((sum, { people }) => sum + people.length, 0) > mostPeopleOfPaper) return tooMany
  const exam = await selectExam(database, asking.orgId, delivery.exam_guid, delivery.exam_version)
  const listed: Listed = { delivery: delivery.name, exam: exam?.name ?? '', rooms, order, nowMs: asking.nowMs }
  return { ok: true as const, listed }
}

/** The list on which people sign as they come. */
export const officeAttendanceListRoute = (context: Pick<ExamDayContext, 'clock' | 'database' | 'printer'>) =>
  route(
    officeAttendanceList,
    async ({ caller, body }) => {
      const { database, printer } = context
      const asking = await askingOf(context, caller)
      const delivery = await findDelivery(database, asking, body.deliveryID)
      const words = await paperWords(database, caller)
      if (!delivery || !words) return noDeliveryHere
      const found = await listedOf(context, asking, delivery, body)
      if (!found.ok) return found
      return sentPaper(
        printer,
        attendanceDocument(words, found.listed),
        `${words.text('ROOM_PDF_ATTENDANCE')} ${delivery.name}`,
      )
    },
    // What the handler above has made.
    { send: (reply, value) => sendFile(reply, value as SentFile) },
  )
