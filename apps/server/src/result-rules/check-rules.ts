import type { Database } from '../db/database.ts'
import type { ResultRulesTable } from '../db/schema.ts'
import { hashOfRules } from './rules-rows.ts'

/**
 * What is wrong with a version of the rules of a delivery. `changed`: it isn't what was written; `unlinked`: the version before it isn't the one that it followed; `missing`: it is gone, although a later
 * one or a result set names it.
 */
export type RulesFault = 'changed' | 'missing' | 'unlinked'

export interface FaultyRules {
  readonly deliveryId: string
  readonly version: number
  readonly fault: RulesFault
}

const faultsOf = (deliveryId: string, rows: readonly ResultRulesTable[], newestNamed: number): FaultyRules[] => {
  const of = new Map(rows.map((row) => [row.version, row]))
  const newest = Math.max(newestNamed, ...of.keys())
  return Array.from({ length: newest }, (_, at) => at + 1).flatMap((version): FaultyRules[] => {
    const fault = (kind: RulesFault) => [{ deliveryId, version, fault: kind }]
    const row = of.get(version)
    if (!row) return fault('missing')
    const { previous_hash, hash, ...content } = row
    if (hashOfRules(previous_hash, content) !== hash) return fault('changed')
    const before = version === 1 ? '' : of.get(version - 1)?.hash
    // Of one whose predecessor is gone it is that one that is missing.
    return before === undefined || before === previous_hash ? [] : fault('unlinked')
  })
}

/** Holds the versions of the rules of each delivery of an organisation against their hashes, against each other, and against the result sets that name them. */
export const checkRules = async (
  { kysely }: Pick<Database, 'kysely'>,
  orgId: number,
): Promise<{ readonly versions: number; readonly faults: readonly FaultyRules[] }> => {
  const rows = await kysely
    .selectFrom('result_rules')
    .selectAll()
    .where('org_id', '=', orgId)
    .orderBy('delivery_id')
    .orderBy('version')
    .execute()
  const sets = await kysely
    .selectFrom('result_set')
    .select(['delivery_id', ({ fn }) => fn.max<number>('rules_version').as('newest')])
    .where('org_id', '=', orgId)
    .groupBy('delivery_id')
    .execute()
  const own = Map.groupBy(rows, ({ delivery_id }) => delivery_id)
  const named = new Map(sets.map(({ delivery_id, newest }) => [delivery_id, Number(newest)]))
  const faults = [...new Set([...own.keys(), ...named.keys()])].flatMap((id) =>
    faultsOf(id, own.get(id) ?? [], named.get(id) ?? 0),
  )
  return { versions: rows.length, faults }
}
