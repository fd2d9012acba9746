import { officeCloseMarking } from '@sitwell/contract'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { lineOf } from '../office/places/names.ts'
import { countWaiting } from './counts.ts'
import { newestClosing } from './marking-closings.ts'
import { noteResults } from './note-results.ts'
import { askingOf, findResults, holdResults, iso, noDeliveryHere, placeOf, type ResultsContext } from './results-context.ts'
import { readResults } from './show-results.ts'

const needsReason = refuse('INVALID_REQUEST', 'Opening the marking again needs a reason.', {
  details: [{ path: 'body.reason', message: 'empty' }],
})

/**
 * Signs that the marking of a delivery is closed, or opens it again. It is a signature and no lock: a mark that comes later is kept, and shows as a difference.
 */
export const officeCloseMarkingRoute = (context: Pick<ResultsContext, 'clock' | 'database' | 'exams' | 'securityLog'>) =>
  route(officeCloseMarking, async ({ caller, body, request }) => {
    const { database } = context
    const asking = await askingOf(context, caller)
    const { orgId, nowMs } = asking
    const delivery = await findResults(database, asking, body.deliveryID, 'results.confirm')
    if (!delivery) return noDeliveryHere
    const { isClosed, reason = '' } = body
    if (!isClosed && reason === '') return needsReason
    const place = placeOf(delivery)
    const isStored = await database.kysely.transaction().execute(async (kysely) => {
      await holdResults(kysely, place)
      const before = await newestClosing({ kysely }, place)
      const reading = { kysely, dialect: database.dialect }
      const waiting = (await countWaiting(reading, orgId, [delivery.delivery_id])).get(delivery.delivery_id)?.responses ?? 0
      if ((before?.is_closed === 1) === isClosed || waiting !== body.waiting) return false
      await kysely
        .insertInto('marking_closing')
        .values({
          ...{ org_id: orgId, delivery_id: delivery.delivery_id, number: (before?.number ?? 0) + 1, waiting },
          ...{ is_closed: isClosed ? 1 : 0, reason: lineOf(reason), author: caller.userGuid, at: nowMs },
        })
        .execute()
      return true
    })
    const results = await readResults(context, asking, delivery)
    const value = { results, asOf: iso(nowMs) }
    if (!isStored) return refuse('CHANGED_MEANWHILE', 'Something has changed since this was shown.', { current: value })
    noteResults(context, { caller, request, delivery, act: isClosed ? 'marking-closed' : 'marking-opened' })
    return { ok: true, value }
  })
