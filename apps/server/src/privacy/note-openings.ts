import { randomUUID } from 'node:crypto'
import type { Database } from '../db/database.ts'
import type { AccommodationDocumentOpeningTable, AccommodationDocumentTable } from '../db/schema.ts'
import type { PersonDocument } from './person-document.ts'

type Given = Pick<AccommodationDocumentTable, 'accommodation_id' | 'document_id' | 'org_id' | 'user_guid'>

/**
 * Notes who opened the documents behind the accommodations of a person by exporting them, before the export is disclosed. Returns these documents. Rejects if they can't
 * be noted: then nothing may be disclosed.
 */
export const noteOpenings = async (
  { kysely }: Pick<Database, 'kysely'>,
  { rows }: Pick<PersonDocument, 'rows'>,
  by: Pick<AccommodationDocumentOpeningTable, 'opened_at' | 'opened_by'>,
): Promise<readonly Given[]> => {
  const given = new Set((rows.get('accommodation_document_bytes') ?? []).map(({ document_id }) => document_id))
  // Boundary: rows of this table, read by its name.
  const documents = (rows.get('accommodation_document') ?? []) as unknown as readonly Given[]
  const opened = documents.filter(({ document_id }) => given.has(document_id))
  if (opened.length === 0) return []
  await kysely
    .insertInto('accommodation_document_opening')
    .values(
      opened.map(({ org_id, document_id, user_guid }) => ({ org_id, document_id, user_guid, opening_id: randomUUID(), ...by })),
    )
    .execute()
  return opened
}
