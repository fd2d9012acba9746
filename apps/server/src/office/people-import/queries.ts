import type { PeopleTotals } from '@sitwell/contract'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { PeopleImportRowTable, PeopleImportTable, Schema } from '../../db/schema.ts'

/** An import of an organisation. */
export interface ImportPlace {
  readonly orgId: number
  readonly importId: string
}

interface NewImport extends ImportPlace {
  readonly author: string
  readonly fileName: string
  readonly planHash: string
  readonly totals: PeopleTotals
  readonly nowMs: number
}

const countsOf = (totals: PeopleTotals) => ({
  ...{ added: totals.new, changed: totals.changed, unchanged: totals.unchanged, refused: totals.refused },
})

export const insertImport = (
  kysely: Kysely<Schema>,
  { orgId, importId, author, fileName, planHash, totals, nowMs }: NewImport,
) =>
  kysely
    .insertInto('people_import')
    .values({
      ...{ org_id: orgId, import_id: importId, plan_hash: planHash, made_by: author, made_at: nowMs, file_name: fileName },
      ...countsOf(totals),
      ...{ completed_at: null, undone_at: null, undone_by: null },
    })
    .execute()

export const insertImportRows = async (
  kysely: Kysely<Schema>,
  { orgId, importId }: ImportPlace,
  rows: readonly Omit<PeopleImportRowTable, 'org_id' | 'import_id' | 'undone_at'>[],
) => {
  if (rows.length === 0) return
  const place = { org_id: orgId, import_id: importId, undone_at: null }
  await kysely
    .insertInto('people_import_row')
    .values(rows.map((row) => ({ ...place, ...row })))
    .execute()
}

const ofImport = ({ orgId, importId }: ImportPlace) => ({ org_id: orgId, import_id: importId })

/** Notes that all rows are stored, and how many came to what in the end. */
export const completeImport = (kysely: Kysely<Schema>, place: ImportPlace, totals: PeopleTotals, nowMs: number) =>
  kysely
    .updateTable('people_import')
    .set({ ...countsOf(totals), completed_at: nowMs })
    .where((of) => of.and(ofImport(place)))
    .execute()

/** An import with the name of whoever made it, if they are still there. */
export type ListedImport = PeopleImportTable & { readonly [name in 'first_name' | 'last_name']: string | null }

const listed = ({ kysely }: Pick<Database, 'kysely'>, orgId: number) =>
  kysely
    .selectFrom('people_import')
    .leftJoin('person', (on) =>
      on.onRef('person.org_id', '=', 'people_import.org_id').onRef('person.user_guid', '=', 'people_import.made_by'),
    )
    .selectAll('people_import')
    .select(['person.first_name', 'person.last_name'])
    .where('people_import.org_id', '=', orgId)

const mostListed = 50

/** The last imports of an organisation, the newest first. */
export const selectImports = (database: Pick<Database, 'kysely'>, orgId: number) =>
  listed(database, orgId).orderBy('made_at', 'desc').orderBy('import_id').limit(mostListed).execute()

export const selectImport = (database: Pick<Database, 'kysely'>, { orgId, importId }: ImportPlace) =>
  listed(database, orgId).where('import_id', '=', importId).executeTakeFirst()

/** The import that was made by a plan, if there is one that was not undone. */
export const selectImportOfPlan = (database: Pick<Database, 'kysely'>, orgId: number, planHash: string) =>
  listed(database, orgId)
    .where('plan_hash', '=', planHash)
    .where('undone_at', 'is', null)
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Rows of an import that were not undone, in the order of the file. */
export const selectImportRows = ({ kysely }: Pick<Database, 'kysely'>, { orgId, importId }: ImportPlace) =>
  kysely
    .selectFrom('people_import_row')
    .where('org_id', '=', orgId)
    .where('import_id', '=', importId)
    .where('undone_at', 'is', null)
    .selectAll()
    .orderBy('row_number')
    .execute()

export const noteRowUndone = (kysely: Kysely<Schema>, place: ImportPlace, row: number, nowMs: number) =>
  kysely
    .updateTable('people_import_row')
    .set({ undone_at: nowMs })
    .where((of) => of.and(ofImport(place)))
    .where('row_number', '=', row)
    .execute()

export const noteImportUndone = (kysely: Kysely<Schema>, place: ImportPlace, by: string, nowMs: number) =>
  kysely
    .updateTable('people_import')
    .set({ undone_at: nowMs, undone_by: by })
    .where((of) => of.and(ofImport(place)))
    .execute()

/** Forgets the earlier fields of people in imports that can be undone no more. */
export const deleteRowsBefore = async ({ kysely }: Pick<Database, 'kysely'>, beforeMs: number) => {
  await kysely
    .deleteFrom('people_import_row')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('people_import')
          .select('import_id')
          .whereRef('people_import.org_id', '=', 'people_import_row.org_id')
          .whereRef('people_import.import_id', '=', 'people_import_row.import_id')
          .where('made_at', '<', beforeMs),
      ),
    )
    .execute()
}
