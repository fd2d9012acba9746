import type { Database } from '../../db/database.ts'

/** Of these organisations those that have an exam. */
export const selectOwnersOfExam = async (
  { kysely }: Database,
  examGuid: string,
  orgIds: readonly number[],
): Promise<number[]> => {
  if (orgIds.length === 0) return []
  const rows = await kysely
    .selectFrom('exam')
    .select('org_id')
    .distinct()
    .where('org_id', 'in', orgIds)
    .where('exam_guid', '=', examGuid)
    .execute()
  return rows.map((row) => row.org_id)
}

export const selectOrganisation = ({ kysely }: Database, orgId: number) =>
  kysely.selectFrom('organisation').selectAll().where('org_id', '=', orgId).executeTakeFirst()

export const selectOrganisations = ({ kysely }: Database) => kysely.selectFrom('organisation').selectAll().execute()
