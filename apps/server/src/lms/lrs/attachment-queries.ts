import type { Kysely } from 'kysely'
import type { Schema, XapiAttachmentTable } from '../../db/schema.ts'
import type { Attachment } from './multipart-mixed.ts'

export const insertAttachments = async (transaction: Kysely<Schema>, rows: readonly XapiAttachmentTable[]): Promise<void> => {
  for (const row of rows) await transaction.insertInto('xapi_attachment').values(row).execute()
}

/** How many bytes the attachments of these statements have, by the statements' numbers. */
export const selectAttachmentSizes = async (
  kysely: Kysely<Schema>,
  orgId: number,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, number>> => {
  if (numbers.length === 0) return new Map()
  const rows = await kysely
    .selectFrom('xapi_attachment')
    .select(['number', ({ fn }) => fn.sum<number>('size').as('bytes')])
    .where('org_id', '=', orgId)
    .where('number', 'in', numbers)
    .groupBy('number')
    .execute()
  return new Map(rows.map(({ number, bytes }) => [number, Number(bytes)]))
}

/** The attachments of these statements, each once. */
export const selectAttachments = async (
  kysely: Kysely<Schema>,
  orgId: number,
  numbers: readonly number[],
): Promise<Attachment[]> => {
  if (numbers.length === 0) return []
  const rows = await kysely
    .selectFrom('xapi_attachment')
    .select(['sha2', 'media_type', 'content'])
    .where('org_id', '=', orgId)
    .where('number', 'in', numbers)
    .orderBy('number')
    .execute()
  const found = rows.map(({ sha2, media_type, content }): [string, Attachment] => [
    sha2,
    { sha2, mediaType: media_type, bytes: content },
  ])
  return [...new Map(found).values()]
}
