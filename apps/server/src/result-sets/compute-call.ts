import { officeComputeResults } from '@sitwell/contract'
import { route } from '../http/service.ts'
import { lineOf } from '../office/places/names.ts'
import { computeSet } from './compute-set.ts'
import { noteResults } from './note-results.ts'
import { askingOf, findResults, noDeliveryHere, placeOf, type ResultsContext } from './results-context.ts'
import { setReply } from './set-replies.ts'

/** Computes a set. */
export const officeComputeResultsRoute = (context: Pick<ResultsContext, 'clock' | 'database' | 'exams' | 'securityLog'>) =>
  route(officeComputeResults, async ({ caller, body, request }) => {
    const asking = await askingOf(context, caller)
    const delivery = await findResults(context.database, asking, body.deliveryID, 'results.confirm')
    if (!delivery) return noDeliveryHere
    const reason = lineOf(body.reason ?? '')
    const set = await computeSet(context, placeOf(delivery), {
      ...{ author: caller.userGuid, requestId: body.requestId, reason: reason === '' ? undefined : reason },
    })
    noteResults(context, { caller, request, delivery, act: 'computed', set })
    return setReply(context, delivery, set)
  })
