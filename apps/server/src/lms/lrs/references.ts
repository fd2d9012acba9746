import type { Statement } from '@sitwell/exam/courses/xapi/statement'
import type { Kysely } from 'kysely'
import type { Schema, XapiReferenceTable } from '../../db/schema.ts'

/** Statements that one points at, and those point at, at most: a chain without end would be followed without end. */
const mostTargets = 50

/** The statement that another one speaks of, by its id. */
const targetOf = ({ object }: Statement): string | undefined =>
  object.objectType === 'StatementRef' ? String(object.id).toLowerCase() : undefined

const targetsFrom = async (transaction: Kysely<Schema>, orgId: number, statementId: string): Promise<string[]> => {
  const rows = await transaction
    .selectFrom('xapi_reference')
    .innerJoin('xapi_statement', (on) =>
      on
        .onRef('xapi_statement.org_id', '=', 'xapi_reference.org_id')
        .onRef('xapi_statement.number', '=', 'xapi_reference.number'),
    )
    .select('target_id')
    .where('xapi_reference.org_id', '=', orgId)
    .where('statement_id', '=', statementId)
    .execute()
  return rows.map(({ target_id }) => target_id)
}

const insert = async (transaction: Kysely<Schema>, rows: readonly XapiReferenceTable[]) => {
  if (rows.length === 0) return
  await transaction
    .insertInto('xapi_reference')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['org_id', 'number', 'target_id']).doNothing())
    .execute()
}

/**
 * Notes what a statement that was stored points at, directly or by others: a filter that finds one of these finds it too. What pointed
 * at it before it came points on from now.
 */
export const noteReferences = async (
  transaction: Kysely<Schema>,
  {
    orgId,
    number,
    statement,
  }: { readonly orgId: number; readonly number: number; readonly statement: Statement & { readonly id: string } },
): Promise<void> => {
  const target = targetOf(statement)
  if (target === undefined) return
  const targets = [target, ...(await targetsFrom(transaction, orgId, target))].slice(0, mostTargets)
  await insert(
    transaction,
    targets.map((target_id) => ({ org_id: orgId, number, target_id })),
  )
  const earlier = await transaction
    .selectFrom('xapi_reference')
    .select('number')
    .where('org_id', '=', orgId)
    .where('target_id', '=', statement.id.toLowerCase())
    .limit(mostTargets)
    .execute()
  await insert(
    transaction,
    earlier.flatMap((one) => targets.map((target_id) => ({ org_id: orgId, number: one.number, target_id }))),
  )
}
