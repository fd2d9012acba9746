import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { isOneOf } from '../../db/one-of.ts'
import type { AccommodationDocumentOpeningTable, AccommodationDocumentTable, Schema } from '../../db/schema.ts'

/** A person of an organisation, as their row has them. */
export interface Whom {
  readonly org_id: number
  readonly user_guid: string
}

/** The documents of a person, removed ones too, the newest first. */
export const selectDocuments = (
  { kysely }: Pick<Database, 'kysely'>,
  { org_id, user_guid }: Whom,
): Promise<AccommodationDocumentTable[]> =>
  kysely
    .selectFrom('accommodation_document')
    .selectAll()
    .where('org_id', '=', org_id)
    .where('user_guid', '=', user_guid)
    .orderBy('added_at', 'desc')
    .orderBy('document_id')
    .execute()

/** One document of a person; undefined if they have none with this id, whoever else has. */
export const selectDocument = (kysely: Kysely<Schema>, { org_id, user_guid }: Whom, documentId: string) =>
  kysely
    .selectFrom('accommodation_document')
    .selectAll()
    .where('org_id', '=', org_id)
    .where('user_guid', '=', user_guid)
    .where('document_id', '=', documentId)
    .executeTakeFirst()

/** Whether a document with this id is there at all, of whomever. */
export const isIdTaken = async (kysely: Kysely<Schema>, orgId: number, documentId: string): Promise<boolean> =>
  (await kysely
    .selectFrom('accommodation_document')
    .select('document_id')
    .where('org_id', '=', orgId)
    .where('document_id', '=', documentId)
    .executeTakeFirst()) !== undefined

/** How many documents of an accommodation are there, removed ones not counted. */
export const countOfAccommodation = async (
  kysely: Kysely<Schema>,
  { org_id }: Whom,
  accommodationId: string,
): Promise<number> => {
  const { rows } = await sql<{ n: number | string }>`select count(*) as n from accommodation_document
    where org_id = ${org_id} and accommodation_id = ${accommodationId} and removed_at is null`.execute(kysely)
  return Number(rows[0]?.n ?? 0)
}

export const insertDocument = async (
  kysely: Kysely<Schema>,
  row: AccommodationDocumentTable,
  content: Uint8Array,
): Promise<void> => {
  const { org_id, document_id, user_guid } = row
  await kysely.insertInto('accommodation_document').values(row).execute()
  await kysely.insertInto('accommodation_document_bytes').values({ org_id, document_id, user_guid, content }).execute()
}

/** The bytes of a document; undefined once it was removed. */
export const selectBytes = async (
  kysely: Kysely<Schema>,
  { org_id }: Whom,
  documentId: string,
): Promise<Uint8Array | undefined> =>
  (
    await kysely
      .selectFrom('accommodation_document_bytes')
      .select('content')
      .where('org_id', '=', org_id)
      .where('document_id', '=', documentId)
      .executeTakeFirst()
  )?.content

/** Writes that somebody opened a document. */
export const insertOpening = (
  kysely: Kysely<Schema>,
  { org_id, document_id, user_guid }: Pick<AccommodationDocumentTable, 'document_id' | 'org_id' | 'user_guid'>,
  by: Pick<AccommodationDocumentOpeningTable, 'opened_at' | 'opened_by'>,
) =>
  kysely
    .insertInto('accommodation_document_opening')
    .values({ org_id, document_id, user_guid, opening_id: randomUUID(), ...by })
    .execute()

/** Who opened the documents of a person, the latest first. */
export const selectOpenings = async (
  { kysely }: Pick<Database, 'kysely'>,
  { org_id, user_guid }: Whom,
): Promise<ReadonlyMap<string, readonly AccommodationDocumentOpeningTable[]>> => {
  const rows = await kysely
    .selectFrom('accommodation_document_opening')
    .selectAll()
    .where('org_id', '=', org_id)
    .where('user_guid', '=', user_guid)
    .orderBy('opened_at', 'desc')
    .orderBy('opening_id')
    .execute()
  return Map.groupBy(rows, ({ document_id }) => document_id)
}

/** Takes name and bytes of documents away; that they were there stays. `removed_by`: null if they were kept long enough. Returns how many were still there. */
export const removeDocuments = async (
  { kysely, dialect }: { readonly kysely: Kysely<Schema>; readonly dialect: Database['dialect'] },
  orgId: number,
  documentIds: readonly string[],
  by: { readonly removed_at: number; readonly removed_by: string | null },
): Promise<number> => {
  if (documentIds.length === 0) return 0
  const isNamed = isOneOf(dialect, 'document_id', documentIds, (id) => id)
  await kysely.deleteFrom('accommodation_document_bytes').where('org_id', '=', orgId).where(isNamed).execute()
  const removed = await kysely
    .updateTable('accommodation_document')
    .set({ file_name: '', ...by })
    .where('org_id', '=', orgId)
    .where('removed_at', 'is', null)
    .where(isNamed)
    .returning('document_id')
    .execute()
  return removed.length
}
