import { markShare, resultBoundary, resultDecision } from '@sitwell/contract'
import { noRules, type ResultRules } from '@sitwell/exam/result-rules/result-rules'
import type { Kysely } from 'kysely'
import type { ResultRulesTable, Schema } from '../db/schema.ts'
import { sha256 } from '../sha256.ts'
import type { DeliveryPlace } from './rules-context.ts'

/** A version of the rules of a delivery. */
export interface RulesVersion extends ResultRules {
  /** 0: nobody has decided anything. */
  readonly version: number
  /** Guid of a person; empty of version 0. */
  readonly author: string
  readonly atMs: number
  readonly reason: string
}

const rulesBeforeAny: RulesVersion = { ...noRules, version: 0, author: '', atMs: 0, reason: '' }

/** The rules that a row holds. Throws if it holds none. */
export const rulesIn = (row: ResultRulesTable): RulesVersion => {
  const { version, author, at, reason } = row
  const decisions = (JSON.parse(row.decisions) as unknown[]).map((one) => resultDecision.parse(one))
  const boundaries =
    row.boundaries === null ? undefined : (JSON.parse(row.boundaries) as unknown[]).map((one) => resultBoundary.parse(one))
  const passMark = row.pass_mark === null ? undefined : markShare.parse(JSON.parse(row.pass_mark))
  return {
    ...{ version, author, atMs: at, reason, decisions },
    ...(boundaries && { boundaries }),
    ...(passMark && { passMark }),
  }
}

/** The versions of the rules of a delivery, the newest first. */
export const selectVersions = (kysely: Kysely<Schema>, { orgId, deliveryId }: DeliveryPlace): Promise<ResultRulesTable[]> =>
  kysely
    .selectFrom('result_rules')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('delivery_id', '=', deliveryId)
    .orderBy('version', 'desc')
    .execute()

const selectVersion = (kysely: Kysely<Schema>, { orgId, deliveryId }: DeliveryPlace, version: number | undefined) =>
  kysely
    .selectFrom('result_rules')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('delivery_id', '=', deliveryId)
    .$if(version !== undefined, (all) => all.where('version', '=', version ?? 0))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * The rules of a delivery: of the version with this number, or the newest. Version 0 is that of a delivery about which nobody has decided anything. Throws if it has no such
 * version.
 */
export const selectRules = async (kysely: Kysely<Schema>, place: DeliveryPlace, version?: number): Promise<RulesVersion> => {
  if (version === 0) return rulesBeforeAny
  const row = await selectVersion(kysely, place, version)
  if (row) return rulesIn(row)
  if (version === undefined) return rulesBeforeAny
  throw new Error(`The delivery ${place.deliveryId} has no rules of version ${version}`)
}

type Content = Omit<ResultRulesTable, 'previous_hash' | 'hash'>

/** The hash of a version that follows the one whose hash is `previous`. */
export const hashOfRules = (previous: string, row: Content): string =>
  sha256(
    JSON.stringify([
      ...[previous, row.org_id, row.delivery_id, row.version, row.decisions, row.boundaries, row.pass_mark],
      ...[row.reason, row.author, row.at, row.restored, row.preview_hash],
    ]),
  )

/** What is written of a version beside its rules. */
export interface Writing {
  readonly version: number
  readonly reason: string
  readonly author: string
  readonly nowMs: number
  readonly restored?: number | undefined
  readonly previewHash?: string | undefined
}

/** Adds a version behind the newest one. Returns whether it was added: another one of its number may be there by now. */
export const insertRules = async (
  kysely: Kysely<Schema>,
  { orgId, deliveryId }: DeliveryPlace,
  rules: ResultRules,
  { version, reason, author, nowMs, restored, previewHash }: Writing,
): Promise<boolean> => {
  const before = version === 1 ? undefined : await selectVersion(kysely, { orgId, deliveryId }, version - 1)
  if (version > 1 && !before) return false
  const content: Content = {
    ...{ org_id: orgId, delivery_id: deliveryId, version, reason, author, at: nowMs },
    decisions: JSON.stringify(rules.decisions),
    boundaries: rules.boundaries ? JSON.stringify(rules.boundaries) : null,
    pass_mark: rules.passMark ? JSON.stringify(rules.passMark) : null,
    restored: restored ?? null,
    preview_hash: previewHash ?? null,
  }
  const previous = before?.hash ?? ''
  const { numInsertedOrUpdatedRows = 0n } = await kysely
    .insertInto('result_rules')
    .values({ ...content, previous_hash: previous, hash: hashOfRules(previous, content) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}
