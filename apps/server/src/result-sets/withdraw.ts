import { officeWithdrawResults } from '@sitwell/contract'
import { mayWithdraw } from '@sitwell/exam/result-sets/set-state'
import { route } from '../http/service.ts'
import { stopReleaseMails } from '../mail-outbox/index.ts'
import { lineOf } from '../office/places/names.ts'
import { noteResults } from './note-results.ts'
import { askingOf, findResults, holdResults, noDeliveryHere, placeOf, type ResultsContext } from './results-context.ts'
import { setFactsOf } from './set-facts.ts'
import { changeSet, newestBegun, selectSets } from './set-queries.ts'
import { noSetHere, setReply, staleSet } from './set-replies.ts'

/** Withdraws a set: the gate asks for its state each time, so that it is closed with the end of the transaction, also in the middle of a release. */
export const officeWithdrawResultsRoute = (context: Pick<ResultsContext, 'clock' | 'config' | 'database' | 'securityLog'>) =>
  route(officeWithdrawResults, async ({ caller, body, request }) => {
    const { database } = context
    const asking = await askingOf(context, caller)
    const delivery = await findResults(database, asking, body.deliveryID, 'results.release')
    if (!delivery) return noDeliveryHere
    const place = placeOf(delivery)
    const outcome = await database.kysely.transaction().execute(async (kysely) => {
      await holdResults(kysely, place)
      const sets = await selectSets({ kysely }, place)
      const row = sets.find(({ set_number }) => set_number === body.set)
      if (!row) return 'missing'
      const may = mayWithdraw(setFactsOf(row), newestBegun(sets)?.set_number ?? 0)
      if (row.hash !== body.hash || may !== true) return 'stale'
      const withdrawn = { withdrawn_by: caller.userGuid, withdrawn_at: asking.nowMs, withdrawn_reason: lineOf(body.reason) }
      await changeSet(kysely, row, { state: 'withdrawn', ...withdrawn })
      await stopReleaseMails(kysely, { ...place, reason: 'withdrawn', nowMs: asking.nowMs })
      return 'done'
    })
    if (outcome === 'missing') return noSetHere
    if (outcome === 'stale') return staleSet(context, delivery, body.set)
    noteResults(context, { caller, request, delivery, act: 'withdrawn', set: body.set })
    return setReply(context, delivery, body.set)
  })
