import { officePreviewMarkerReturn, officeReturnMarker, officeTakeBackMarkerReturn, responsesOfPiece } from '@sitwell/contract'
import { returnToPool, takeBackReturn } from '../../assessment/marks/index.ts'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import { askingOf, type MarkingContext } from '../marking-context.ts'
import { noteMarkerReturn } from '../note-marking.ts'
import { noMarkerHere, planReturn } from './asked-return.ts'
import { operationOf, requestIdOf } from './operation.ts'
import { selectOwnReturns } from './own-returns.ts'

/** What a return of a marker's marks would do. */
export const officePreviewMarkerReturnRoute = (context: MarkingContext) =>
  route(officePreviewMarkerReturn, async ({ caller, body }) => {
    const planned = await planReturn(context, await askingOf(context, caller), body)
    return planned ? { ok: true, value: planned.preview } : noMarkerHere
  })

/** Returns some of the responses of a preview, and says how many are left. */
export const officeReturnMarkerRoute = (context: MarkingContext) =>
  route(officeReturnMarker, async ({ caller, body, request }) => {
    const asking = await askingOf(context, caller)
    const planned = await planReturn(context, asking, body)
    if (!planned) return noMarkerHere
    const { asked, plan, preview } = planned
    if (preview.hash !== body.hash)
      return refuse('CHANGED_MEANWHILE', 'Other responses would be returned than the preview showed.', { current: preview })
    const operation = operationOf(body.requestId)
    const reason = body.reason.trim()
    let written = 0
    for (const { name, newest } of plan.returned.filter(({ isReturned }) => !isReturned).slice(0, responsesOfPiece)) {
      const place = { orgId: asking.orgId, ...name }
      const requestId = requestIdOf(operation, 'return', place)
      const outcome = await returnToPool(context, place, { author: asking.userGuid, requestId, reason, newest })
      if (outcome.kind === 'stored') written += 1
    }
    if (written > 0)
      noteMarkerReturn(context, { caller, request }, 'marker-returned', {
        ...{ examGuid: asked.place.examGuid, version: asked.place.version, operation, responses: written },
        ...{ marker: asked.author, ...(asked.place.deliveryId !== '' && { delivery: asked.place.deliveryId }) },
      })
    const returned = preview.returned + written
    return { ok: true, value: { returned, left: preview.responses - returned } }
  })

/** Takes some of a return back, and says how many are left that can be. */
export const officeTakeBackMarkerReturnRoute = (context: MarkingContext) =>
  route(officeTakeBackMarkerReturn, async ({ caller, body, request }) => {
    const { database } = context
    const asking = await askingOf(context, caller)
    const { operation } = body
    const all = await selectOwnReturns(database, asking, { operation })
    if (all.length === 0) return noMarkerHere
    const untouched = all.filter(({ isUntouched }) => isUntouched)
    let takenBack = 0
    for (const { name, number } of untouched.slice(0, responsesOfPiece)) {
      const place = { orgId: asking.orgId, ...name }
      const outcome = await takeBackReturn(context, place, {
        ...{ author: asking.userGuid, requestId: requestIdOf(operation, 'take-back', place) },
        ...{ reason: body.reason.trim(), returned: number },
      })
      if (outcome.kind === 'stored') takenBack += 1
    }
    if (takenBack > 0) noteMarkerReturn(context, { caller, request }, 'return-taken-back', { operation, responses: takenBack })
    return { ok: true, value: { takenBack, left: Math.max(0, untouched.length - responsesOfPiece) } }
  })
