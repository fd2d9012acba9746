import { officeCancelRelease, officeReleaseResults } from '@sitwell/contract'
import { mayCancelRelease, mayRelease } from '@sitwell/exam/result-sets/set-state'
import type { DeliveryTable } from '../db/schema.ts'
import { meaningOf } from '../deliveries/wall-time.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { noteResults } from './note-results.ts'
import { askingOf, findResults, holdResults, noDeliveryHere, placeOf, type ResultsContext } from './results-context.ts'
import { beginRelease, releaseSet } from './run-release.ts'
import { setFactsOf } from './set-facts.ts'
import { changeSet, newestBegun, selectSet, selectSets } from './set-queries.ts'
import { noSetHere, setReply, staleSet } from './set-replies.ts'

type Context = Pick<ResultsContext, 'background' | 'clock' | 'config' | 'database' | 'exams' | 'log' | 'securityLog'>

const wrongTime = (message: 'past' | 'twice') =>
  refuse('INVALID_REQUEST', 'The time is over, or the clock shows it twice.', { details: [{ path: 'body.at', message }] })

/** The moment (Unix ms) that a wall time of the delivery's zone means. */
const momentOf = ({ zone }: DeliveryTable, at: string, isSecond: boolean | undefined, nowMs: number) => {
  const meaning = meaningOf(at, zone)
  if (meaning.is === 'twice' && isSecond === undefined) return wrongTime('twice')
  const atMs = meaning.is === 'twice' ? (isSecond ? meaning.secondMs : meaning.firstMs) : meaning.atMs
  return atMs <= nowMs ? wrongTime('past') : { ok: true as const, atMs }
}

/** Releases a confirmed set now, or plans that. */
export const officeReleaseResultsRoute = (context: Context) =>
  route(officeReleaseResults, async ({ caller, body, request }) => {
    const { database } = context
    const asking = await askingOf(context, caller)
    const { nowMs } = asking
    const delivery = await findResults(database, asking, body.deliveryID, 'results.release')
    if (!delivery) return noDeliveryHere
    const { set: number, hash, at, isSecond } = body
    const moment = at === undefined ? { ok: true as const, atMs: nowMs } : momentOf(delivery, at, isSecond, nowMs)
    if (!moment.ok) return moment
    const place = placeOf(delivery)
    const outcome = await database.kysely.transaction().execute(async (kysely) => {
      await holdResults(kysely, place)
      const sets = await selectSets({ kysely }, place)
      const row = sets.find(({ set_number }) => set_number === number)
      if (!row) return 'missing'
      if (row.hash !== hash || mayRelease(setFactsOf(row), newestBegun(sets)?.set_number ?? 0) !== true) return 'stale'
      await changeSet(kysely, row, { release_at: moment.atMs, release_by: caller.userGuid })
      if (at !== undefined) return 'planned'
      await beginRelease(kysely, place, number, nowMs)
      return 'begun'
    })
    if (outcome === 'missing') return noSetHere
    if (outcome === 'stale') return staleSet(context, delivery, number)
    const act = outcome === 'begun' ? 'released' : 'release-planned'
    noteResults(context, { caller, request, delivery, act, set: number })
    if (outcome === 'begun')
      context.background.run('a result set could not be released', () => releaseSet(context, place, number))
    return setReply(context, delivery, number)
  })

/** Takes back the plan of a release. */
export const officeCancelReleaseRoute = (context: Context) =>
  route(officeCancelRelease, async ({ caller, body, request }) => {
    const { database } = context
    const asking = await askingOf(context, caller)
    const delivery = await findResults(database, asking, body.deliveryID, 'results.release')
    if (!delivery) return noDeliveryHere
    const place = placeOf(delivery)
    const outcome = await database.kysely.transaction().execute(async (kysely) => {
      await holdResults(kysely, place)
      const row = await selectSet({ kysely }, place, body.set)
      if (!row) return 'missing'
      if (!mayCancelRelease(setFactsOf(row))) return 'stale'
      await changeSet(kysely, row, { release_at: null, release_by: null })
      return 'done'
    })
    if (outcome === 'missing') return noSetHere
    if (outcome === 'stale') return staleSet(context, delivery, body.set)
    noteResults(context, { caller, request, delivery, act: 'release-cancelled', set: body.set })
    return setReply(context, delivery, body.set)
  })
