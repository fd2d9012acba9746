import {
  type MarkingItem,
  mostClaims,
  officeMarkingNext,
  officeMarkingRelease,
  officeMarkingRenew,
  officeMarkingResponse,
} from '@sitwell/contract'
import type { MarkingClaimTable } from '../db/schema.ts'
import { type Incoming, route } from '../http/service.ts'
import { claimNext, type Wanted, whyNone } from './claim-next.ts'
import { type Claimer, release, releaseAll, renew, selectClaims } from './claims.ts'
import { type FoundResponse, findNamed, findResponse, mayOn, mayWrite, noResponseHere } from './find-response.ts'
import { type Queue, queueIdOf, type ResponseName, readResponseId } from './ids.ts'
import { claimOf, itemOf } from './item.ts'
import { findQueue, noQueueHere } from './list-queues.ts'
import { type Asking, askingOf, iso, type MarkingContext, scopesWith } from './marking-context.ts'
import { schemeOf } from './scheme-of.ts'
import { isOfOthers } from './scopes.ts'

const claimerOf = ({ orgId, userGuid, nowMs }: Asking): Claimer => ({ orgId, userGuid, nowMs })

const nameOf = ({ form_run_guid: formRunGuid, question_id: questionId, part }: MarkingClaimTable): ResponseName => ({
  ...{ formRunGuid, questionId, part },
})

const keyOf = ({ formRunGuid, questionId, part }: ResponseName) => JSON.stringify([formRunGuid, questionId, part])

/** Renews what the caller's page has, and says which claims are theirs still. */
const renewed = async ({ database, keys }: MarkingContext, asking: Asking, ids: readonly string[]) => {
  const claims: { responseID: string; since: string; until: string }[] = []
  for (const id of new Set(ids)) {
    const name = readResponseId(keys, asking.orgId, id)
    const kept = name && (await renew(database.kysely, claimerOf(asking), name))
    if (kept) claims.push({ responseID: id, ...claimOf(kept) })
  }
  return claims
}

/** A response that the caller holds, with all that is needed to mark it; undefined if it can't be marked any more. */
const heldItem = async (
  context: MarkingContext,
  asking: Asking,
  claim: MarkingClaimTable,
  found: FoundResponse | undefined,
): Promise<MarkingItem | undefined> => {
  const isToMark = found?.row?.state === 'waiting' || found?.row?.state === 'changed'
  const may = found && isToMark ? await mayWrite(context, asking, found) : undefined
  const item =
    found && may?.give
      ? await itemOf(context, asking, found, { may, claim, scheme: await schemeOf(context, found) })
      : undefined
  // A claim that gives its holder nothing would count as one of theirs until it runs out.
  if (!item) await release(context.database.kysely, claimerOf(asking), nameOf(claim))
  return item
}

const keyOfId = (keys: MarkingContext['keys'], orgId: number, id: string): string[] => {
  const name = readResponseId(keys, orgId, id)
  return name ? [keyOf(name)] : []
}

/** What the caller holds of a queue and their page doesn't have: it was closed before they marked it, or they opened another one. */
const heldBefore = async (
  context: MarkingContext,
  asking: Asking,
  { queueID, count, held = [] }: Body,
  { own, queue }: { readonly own: readonly MarkingClaimTable[]; readonly queue: Queue },
) => {
  const onPage = new Set(held.flatMap((id) => keyOfId(context.keys, asking.orgId, id)))
  const items: MarkingItem[] = []
  for (const one of own) {
    if (items.length >= count) break
    if (one.question_id !== queue.questionId || one.part !== queue.part || onPage.has(keyOf(nameOf(one)))) continue
    const found = await findNamed(context, asking.orgId, nameOf(one))
    if (!found || queueIdOf(found.queue) !== queueID) continue
    const kept = await renew(context.database.kysely, claimerOf(asking), nameOf(one))
    const item = kept && (await heldItem(context, asking, kept, found))
    if (item) items.push(item)
  }
  return items
}

type Body = Incoming<typeof officeMarkingNext>['body']

/** Gives the next responses of a queue: first those that the caller holds already and their page doesn't have, then others, which it claims (OFFICE-304). */
export const officeMarkingNextRoute = (context: MarkingContext) =>
  route(officeMarkingNext, async ({ caller, body }) => {
    const { database } = context
    const asking = await askingOf(context, caller)
    const queue = await findQueue(context, asking, body.queueID)
    if (!queue) return noQueueHere
    const claimer = claimerOf(asking)
    const claims = await renewed(context, asking, body.held ?? [])
    const own = await selectClaims(database.kysely, claimer)
    const before = await heldBefore(context, asking, body, { own, queue })
    const scopes = scopesWith(asking, 'marks.give')
    const wanted: Wanted = { claimer, queue, scopes, condition: isOfOthers(asking) }
    const room = Math.min(body.count - before.length, mostClaims - own.length)
    // Read after the claim, because another marker may have marked the response before.
    const open = async (one: MarkingClaimTable) =>
      heldItem(context, asking, one, await findNamed(context, asking.orgId, nameOf(one)))
    const responses = [...before, ...(await claimNext(database, wanted, { count: room, open, chance: Math.random }))]
    const why = responses.length > 0 ? undefined : room <= 0 ? ('full' as const) : await whyNone(database, wanted)
    return { ok: true, value: { responses, claims, ...(why && { why }), asOf: iso(asking.nowMs) } }
  })

/** A response to look at: nobody holds it for that. */
export const officeMarkingResponseRoute = (context: MarkingContext) =>
  route(officeMarkingResponse, async ({ caller, query }) => {
    const asking = await askingOf(context, caller)
    const found = await findResponse(context, caller.orgId, query.responseID)
    if (!found || !isCompleted(found)) return noResponseHere
    const may = await mayOn(context, asking, found)
    if (!may.see) return noResponseHere
    const claim = (await selectClaims(context.database.kysely, claimerOf(asking))).find(
      (one) => keyOf(nameOf(one)) === keyOf(found.name),
    )
    const response = await itemOf(context, asking, found, { may, claim, scheme: await schemeOf(context, found) })
    return response ? { ok: true, value: { response } } : noResponseHere
  })

/** What is still being answered, or was erased, is nobody's to read. */
const isCompleted = ({ run }: FoundResponse) => run.completed_at !== null

/** Keeps claims of a page that is in use. */
export const officeMarkingRenewRoute = (context: MarkingContext) =>
  route(officeMarkingRenew, async ({ caller, body }) => ({
    ok: true,
    value: { claims: await renewed(context, await askingOf(context, caller), body.responses) },
  }))

/** Ends claims of the caller, so that others get the responses at once. */
export const officeMarkingReleaseRoute = (context: MarkingContext) =>
  route(officeMarkingRelease, async ({ caller, body }) => {
    const { keys, database } = context
    const claimer = { orgId: caller.orgId, userGuid: caller.userGuid, nowMs: context.clock.nowMs() }
    if (!body.responses) return { ok: true, value: { released: await releaseAll(database.kysely, claimer) } }
    let released = 0
    for (const id of new Set(body.responses)) {
      const name = readResponseId(keys, caller.orgId, id)
      if (name) released += await release(database.kysely, claimer, name)
    }
    return { ok: true, value: { released } }
  })
