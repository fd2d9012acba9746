import { officeConfirmResults } from '@sitwell/contract'
import { signatureOf } from '@sitwell/exam/result-sets/set-state'
import type { DeliveryTable } from '../db/schema.ts'
import { route } from '../http/service.ts'
import { lineOf } from '../office/places/names.ts'
import { freezeSet } from './freeze.ts'
import { noteResults } from './note-results.ts'
import {
  type Asking,
  askingOf,
  findResults,
  holdResults,
  noDeliveryHere,
  placeOf,
  type ResultsContext,
} from './results-context.ts'
import { needsTwoPeople } from './results-rules.ts'
import { setFactsOf } from './set-facts.ts'
import { changeSet, newestConfirmed, selectSets } from './set-queries.ts'
import { noSetHere, setReply, staleSet } from './set-replies.ts'

type Context = Pick<ResultsContext, 'background' | 'clock' | 'database' | 'exams' | 'log' | 'securityLog'>

interface Signed {
  readonly set: number
  readonly hash: string
  readonly waiver: string | undefined
}

/** Signs a set in a transaction that holds the delivery's results: of two people at once the second one confirms. */
const sign = async (
  { database }: Pick<Context, 'database'>,
  { userGuid, nowMs }: Asking,
  delivery: DeliveryTable,
  { set: number, hash, waiver }: Signed,
) => {
  // Before the transaction: SQLite has one connection.
  const needsTwo = await needsTwoPeople(database, delivery.org_id)
  return database.kysely.transaction().execute(async (kysely) => {
    await holdResults(kysely, placeOf(delivery))
    const sets = await selectSets({ kysely }, placeOf(delivery))
    const row = sets.find(({ set_number }) => set_number === number)
    if (row?.hash !== hash) return row ? 'stale' : 'missing'
    const isWaived = waiver !== undefined && needsTwo && row.signed_by === null
    const signing = { by: userGuid, needsTwo, isWaived, newestConfirmed: newestConfirmed(sets) }
    const signature = signatureOf(setFactsOf(row), signing)
    if (signature === 'signs') await changeSet(kysely, row, { signed_by: userGuid, signed_at: nowMs })
    if (signature !== 'confirms') return signature
    const confirmed = { state: 'confirmed', confirmed_by: userGuid, confirmed_at: nowMs } as const
    await changeSet(kysely, row, { ...confirmed, waiver: isWaived ? lineOf(waiver) : null })
    return isWaived ? 'confirms-alone' : signature
  })
}

const acts = { signs: 'signed', confirms: 'confirmed', 'confirms-alone': 'confirmed-alone' } as const

/** Signs a set; the second signature, or one alone if that is enough, confirms it and freezes its sittings. */
export const officeConfirmResultsRoute = (context: Context) =>
  route(officeConfirmResults, async ({ caller, body, request }) => {
    const asking = await askingOf(context, caller)
    const delivery = await findResults(context.database, asking, body.deliveryID, 'results.confirm')
    if (!delivery) return noDeliveryHere
    const { set, hash, waiver } = body
    const signature = await sign(context, asking, delivery, { set, hash, waiver })
    if (signature === 'missing') return noSetHere
    if (signature === 'stale' || signature === 'own' || signature === 'replaced') return staleSet(context, delivery, set)
    noteResults(context, { caller, request, delivery, act: acts[signature], set })
    if (signature !== 'signs')
      context.background.run('the sittings of a result set could not be frozen', () =>
        freezeSet(context, placeOf(delivery), set),
      )
    return setReply(context, delivery, set)
  })
