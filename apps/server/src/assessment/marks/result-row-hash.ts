import type { ResultRowTable, ResultSetTable } from '../../db/schema.ts'
import { sha256 } from '../../sha256.ts'

/** Hash of the reasons of a row with chance, which is deleted with them: a reason is short, and would be found by trying. */
export const hashOfReasons = (salt: string, reasons: string): string => sha256(JSON.stringify([salt, reasons]))

/** The columns of a row of a result set that never change. */
type HashedRow = Omit<ResultRowTable, 'frozen_at' | 'hash' | 'is_told' | 'reasons' | 'reasons_salt' | 'settled_at'>

/** SHA-256 over all that a row says of a result, and over the hash of its reasons, which may be erased. */
export const hashOfRow = (row: HashedRow): string =>
  sha256(
    JSON.stringify([
      ...[row.org_id, row.delivery_id, row.set_number, row.user_guid, row.form_run_guid, row.exam_version, row.outcome],
      ...[row.is_withheld, row.waiting, row.sittings, row.score, row.max_score, row.grade, row.passed, row.handed_in_at],
      ...[row.marks, row.inputs, row.reasons_hash],
    ]),
  )

/** SHA-256 over a set: its own facts, and the hashes of its rows in the order of their people's guids. */
export const hashOfSet = (
  {
    org_id,
    delivery_id,
    set_number,
    computed_at,
    computed_by,
    rules_version,
  }: Pick<ResultSetTable, 'computed_at' | 'computed_by' | 'delivery_id' | 'org_id' | 'rules_version' | 'set_number'>,
  rows: readonly Pick<ResultRowTable, 'hash' | 'user_guid'>[],
): string => {
  const hashes = rows.toSorted((one, other) => (one.user_guid < other.user_guid ? -1 : 1)).map(({ hash }) => hash)
  return sha256(JSON.stringify([org_id, delivery_id, set_number, computed_at, computed_by, rules_version, hashes]))
}
