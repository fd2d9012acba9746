import { officeApplyResultRules, officeUndoResultRules } from '@sitwell/contract'
import type { ResultRules } from '@sitwell/exam/result-rules/result-rules'
import type { FastifyRequest } from 'fastify'
import type { ResultRulesTable } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { type FoundDelivery, findDelivery } from './find-delivery.ts'
import { previewChange, shownPreview } from './preview.ts'
import type { DeliveryPlace, RulesContext } from './rules-context.ts'
import { insertRules, selectRules, selectVersions } from './rules-rows.ts'

const blankReason = refuse('INVALID_REQUEST', 'The reason is empty.', { details: [{ path: 'body.reason', message: 'empty' }] })
const reasonIn = (text: string): string => text.replaceAll('\0', '').toWellFormed().trim()

const newestIs = (current: number) =>
  refuse('CHANGED_MEANWHILE', 'Somebody changed how these marks become results since this version.', { current })

const noteChange = (
  { securityLog }: Pick<RulesContext, 'securityLog'>,
  found: FoundDelivery,
  {
    caller,
    request,
    version,
    act,
  }: { caller: Caller; request: Pick<FastifyRequest, 'ip'>; version: number; act: 'applied' | 'undone' },
) =>
  securityLog.note({
    ...{ kind: 'result-rules-changed', orgId: caller.orgId, author: caller.userGuid, address: request.ip, what: found.name },
    target: { delivery: found.deliveryId, version, act },
  })

/** The set that is computed by new rules. That it can't be is no reason to lose them: staff compute one when it can. */
const computed = async (
  { computeSet, log }: RulesContext,
  place: DeliveryPlace,
  { author, reason }: { readonly author: string; readonly reason: string },
): Promise<{ set?: number }> => {
  try {
    return { set: await computeSet(place, author, reason) }
  } catch (error) {
    log.error(
      { event: 'result-set-not-computed', err: error, deliveryId: place.deliveryId },
      'no set of results could be computed by the new rules',
    )
    return {}
  }
}

interface Storing {
  readonly caller: Caller
  readonly request: Pick<FastifyRequest, 'ip'>
  readonly rules: ResultRules
  readonly version: number
  readonly reason: string
  readonly restored?: number | undefined
  readonly previewHash?: string | undefined
}

/** Stores rules as a version, and computes a set by them. Refused if another one of its number is there by now. */
const storeRules = async (context: RulesContext, found: FoundDelivery, { caller, request, rules, ...version }: Storing) => {
  const { database, clock } = context
  const writing = { ...version, author: caller.userGuid, nowMs: clock.nowMs() }
  const isAdded = await database.kysely.transaction().execute((kysely) => insertRules(kysely, found, rules, writing))
  if (!isAdded) return newestIs((await selectRules(database.kysely, found)).version)
  const act = version.previewHash === undefined ? 'undone' : 'applied'
  noteChange(context, found, { caller, request, version: version.version, act })
  return { ok: true as const, value: { version: version.version, ...(await computed(context, found, writing)) } }
}

/** Whether a version is what the same request wrote before, whose reply was lost. */
const isWrittenBy = (newest: ResultRulesTable | undefined, caller: Caller, version: number, reason: string): boolean =>
  newest?.version === version && newest.author === caller.userGuid && newest.reason === reason

/** Makes a previewed change the next version of the rules. */
export const officeApplyResultRulesRoute = (context: RulesContext) =>
  route(officeApplyResultRules, async ({ caller, body, request }) => {
    const { change, hash } = body
    const found = await findDelivery(context, caller, body.deliveryID, 'results.confirm')
    if (!found.ok) return found
    const reason = reasonIn(body.reason)
    if (reason === '') return blankReason
    const version = change.basedOn + 1
    const [newest] = await selectVersions(context.database.kysely, found)
    if (isWrittenBy(newest, caller, version, reason) && newest?.preview_hash === hash) return { ok: true, value: { version } }
    const previewed = await previewChange(context, found, change)
    if (!previewed.ok) return previewed
    if (previewed.hash !== hash) {
      const current = await shownPreview(context, found.orgId, previewed, {})
      return current.ok
        ? refuse('CHANGED_MEANWHILE', 'It would do something else by now.', { current: current.value })
        : current
    }
    const storing = { caller, request, rules: previewed.after, version, reason, restored: change.restore, previewHash: hash }
    return storeRules(context, found, storing)
  })

/** Makes the version before the newest one the next version of the rules. */
export const officeUndoResultRulesRoute = (context: RulesContext) =>
  route(officeUndoResultRules, async ({ caller, body, request }) => {
    const { kysely } = context.database
    const found = await findDelivery(context, caller, body.deliveryID, 'results.confirm')
    if (!found.ok) return found
    const reason = reasonIn(body.reason)
    if (reason === '') return blankReason
    const [version, restored] = [body.version + 1, body.version - 1]
    const [newest] = await selectVersions(kysely, found)
    if (isWrittenBy(newest, caller, version, reason) && newest?.restored === restored) return { ok: true, value: { version } }
    if (newest?.version !== body.version) return newestIs(newest?.version ?? 0)
    const rules = await selectRules(kysely, found, restored)
    return storeRules(context, found, { caller, request, rules, version, reason, restored })
  })
