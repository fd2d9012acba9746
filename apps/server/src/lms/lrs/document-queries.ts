import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema, XapiDocumentTable } from '../../db/schema.ts'

/** Whose documents: `state` of an activity and an agent, or the profile of one of them. */
export interface DocumentPlace {
  readonly kind: 'state' | 'activity' | 'agent'
  readonly activityId?: string | undefined
  /** What identifies the agent: `agentKey` of `packages/exam`. */
  readonly agent?: string | undefined
  /** Of a state, where it belongs to one. */
  readonly registration?: string | undefined
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

const ownerOf = ({ kind, activityId = '', agent = '' }: DocumentPlace) => hashOf(JSON.stringify([kind, activityId, agent]))

export type StoredDocument = Pick<XapiDocumentTable, 'document_id' | 'media_type' | 'content' | 'etag' | 'updated_at'>

/** What a document is found by. */
const keyOf = (orgId: number, place: DocumentPlace, id: string) => ({
  org_id: orgId,
  owner: ownerOf(place),
  registration: place.registration ?? '',
  id_hash: hashOf(id),
})

export const selectDocument = (
  kysely: Kysely<Schema>,
  orgId: number,
  place: DocumentPlace,
  id: string,
): Promise<StoredDocument | undefined> =>
  kysely
    .selectFrom('xapi_document')
    .selectAll()
    .where((where) => where.and(keyOf(orgId, place, id)))
    .executeTakeFirst()

/** Ids of the documents of a place that changed after a moment, of any if none is given. */
export const selectDocumentIds = async (
  kysely: Kysely<Schema>,
  orgId: number,
  place: DocumentPlace,
  sinceMs: number | undefined,
): Promise<string[]> => {
  const rows = await kysely
    .selectFrom('xapi_document')
    .select('document_id')
    .where('org_id', '=', orgId)
    .where('owner', '=', ownerOf(place))
    .where('registration', '=', place.registration ?? '')
    .where('updated_at', '>', sinceMs ?? -1)
    .orderBy('updated_at')
    .execute()
  return rows.map(({ document_id }) => document_id)
}

/** What a document becomes. */
export interface NewDocument {
  readonly mediaType: string
  readonly content: Uint8Array
}

export const etagOf = (content: Uint8Array): string => createHash('sha1').update(content).digest('hex')

/** Puts a document in the place of the one that was seen, or where none was; false where another one stands there by now. */
export const replaceDocument = async (
  kysely: Kysely<Schema>,
  orgId: number,
  place: DocumentPlace,
  id: string,
  { mediaType, content }: NewDocument,
  seen: Pick<StoredDocument, 'etag'> | undefined,
  nowMs: number,
): Promise<boolean> => {
  const row = { media_type: mediaType, content: Buffer.from(content), etag: etagOf(content), updated_at: nowMs }
  if (seen) {
    const done = await kysely
      .updateTable('xapi_document')
      .set(row)
      .where((where) => where.and({ ...keyOf(orgId, place, id), etag: seen.etag }))
      .returning('etag')
      .execute()
    return done.length > 0
  }
  const done = await kysely
    .insertInto('xapi_document')
    .values({ ...keyOf(orgId, place, id), document_id: id, ...row })
    .onConflict((conflict) => conflict.doNothing())
    .returning('etag')
    .execute()
  return done.length > 0
}

/** Takes away the document that was seen; false where another one stands there by now. */
export const deleteDocument = async (
  kysely: Kysely<Schema>,
  orgId: number,
  place: DocumentPlace,
  id: string,
  seen: Pick<StoredDocument, 'etag'>,
): Promise<boolean> => {
  const gone = await kysely
    .deleteFrom('xapi_document')
    .where((where) => where.and({ ...keyOf(orgId, place, id), etag: seen.etag }))
    .returning('etag')
    .execute()
  return gone.length > 0
}

/** Takes away all documents of a place but those of the server's own. */
export const deleteDocuments = async (
  kysely: Kysely<Schema>,
  orgId: number,
  place: DocumentPlace,
  besides: readonly string[],
): Promise<void> => {
  let query = kysely
    .deleteFrom('xapi_document')
    .where('org_id', '=', orgId)
    .where('owner', '=', ownerOf(place))
    .where('registration', '=', place.registration ?? '')
  if (besides.length > 0) query = query.where('document_id', 'not in', besides)
  await query.execute()
}
