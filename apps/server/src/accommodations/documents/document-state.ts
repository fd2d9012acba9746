import type { AccommodationDocument } from '@sitwell/contract'
import type { Database } from '../../db/database.ts'
import type { AccommodationDocumentTable } from '../../db/schema.ts'
import { namesOf } from '../../office/people/names-of.ts'
import { selectDocuments, selectOpenings, type Whom } from './document-queries.ts'

const iso = (ms: number) => new Date(ms).toISOString()

/** So many openings of a document are shown; the page says how many there were in all. */
const mostOpenings = 50

const removedOf = ({ removed_at, removed_by }: AccommodationDocumentTable, nameOf: (guid: string) => string) =>
  removed_at === null
    ? {}
    : {
        removed: {
          at: iso(removed_at),
          because: removed_by === null ? ('retention' as const) : ('staff' as const),
          ...(removed_by !== null && { by: nameOf(removed_by) }),
        },
      }

/** The documents of a person as they are shown, the newest first, with who opened each. */
export const documentStates = async (database: Database, whom: Whom): Promise<AccommodationDocument[]> => {
  const rows = await selectDocuments(database, whom)
  const openings = await selectOpenings(database, whom)
  const people = [
    ...rows.flatMap(({ added_by, removed_by }) => [added_by, ...(removed_by === null ? [] : [removed_by])]),
    ...[...openings.values()].flat().map(({ opened_by }) => opened_by),
  ]
  const nameOf = await namesOf(database, whom.org_id, [...new Set(people)])
  return rows.map((row) => {
    const opened = openings.get(row.document_id) ?? []
    return {
      ...{ documentID: row.document_id, accommodationID: row.accommodation_id },
      ...(row.removed_at === null && { name: row.file_name }),
      ...{ kind: row.kind === 'pdf' ? ('pdf' as const) : ('picture' as const), bytes: row.file_size },
      ...{ addedBy: nameOf(row.added_by), addedAt: iso(row.added_at) },
      ...(row.keep_until !== null && { keepUntil: row.keep_until }),
      ...removedOf(row, nameOf),
      opened: opened.slice(0, mostOpenings).map(({ opened_by, opened_at }) => ({ by: nameOf(opened_by), at: iso(opened_at) })),
      openedCount: opened.length,
    }
  })
}

/** One document of a person as it is shown; undefined if they have none with this id. */
export const documentState = async (database: Database, whom: Whom, documentId: string) =>
  (await documentStates(database, whom)).find(({ documentID }) => documentID === documentId)
