import { isInlineImage } from '@sitwell/safe-html/addresses'
import type { ExamPlace } from '../assessment/form-run/index.ts'
import type { Database } from '../db/database.ts'
import type { FormRunTable } from '../db/schema.ts'
import type { PaperPart, PaperPicture } from '../paper/paper-parts.ts'
import { bytesOfResource } from './stored-resource.ts'

/** Pictures of one document, and bytes of all of them: what goes beyond is named in the PDF instead. */
const mostPictures = 60
const mostBytes = 32 * 1024 * 1024

const source = /<img\b[^>]*?\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi

const withoutEntities = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')

const addressesIn = (html: string): string[] =>
  [...html.matchAll(source)].map(([, double, single, bare]) => withoutEntities(double ?? single ?? bare ?? ''))

/** The path of a file of the exam; undefined if the address leads anywhere else. */
const pathOf = (address: string): string | undefined => {
  try {
    return /^[a-z][a-z\d+.-]*:|^\/|\\/i.test(address) ? undefined : decodeURIComponent(address)
  } catch {
    return undefined
  }
}

const inlinePicture = (address: string): PaperPicture | undefined => {
  if (!isInlineImage(address) || address.length > mostBytes) return undefined
  return { mediaType: '', bytes: Buffer.from(address.slice(address.indexOf(',') + 1), 'base64') }
}

const htmlOf = (part: PaperPart): string[] => {
  switch (part.kind) {
    case 'html':
      return [part.html]
    case 'paragraph':
      return part.isHtml ? [part.text] : []
    case 'list':
      return part.items.flatMap(({ text, isHtml }) => (isHtml ? [text] : []))
    case 'table':
      return [...(part.head ?? []), ...part.rows.flat()].flatMap(({ text, isHtml }) => (isHtml ? [text] : []))
    case 'drawing':
      return [`<img src="${part.src.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')}">`]
    default:
      return []
  }
}

/**
 * The pictures that the HTML of some parts names, by their addresses there: files of the exam, and pictures that the HTML carries in itself. Nothing
 * else is looked at, and nothing is fetched.
 */
export const picturesOf = async (
  database: Database,
  run: Pick<FormRunTable, 'org_id' | 'exam_guid' | 'version'>,
  parts: readonly PaperPart[],
): Promise<ReadonlyMap<string, PaperPicture>> => {
  const addresses = [...new Set(parts.flatMap(htmlOf).flatMap(addressesIn))].slice(0, mostPictures)
  const pictures = new Map<string, PaperPicture>()
  const place = { org_id: run.org_id, exam_guid: run.exam_guid, version: run.version }
  let left = mostBytes
  for (const address of addresses) {
    const inline = inlinePicture(address)
    const path = inline ? undefined : pathOf(address)
    const file = path === undefined ? undefined : await pictureAt(database, place, path)
    const bytes = inline?.bytes.length ?? file?.size ?? Number.POSITIVE_INFINITY
    if (bytes > left) continue
    left -= bytes
    if (inline) pictures.set(address, inline)
    if (path === undefined || !file) continue
    const chunks: Uint8Array[] = []
    for await (const chunk of bytesOfResource(database, place, path, { from: 0, to: file.size - 1 })) chunks.push(chunk)
    pictures.set(address, { mediaType: file.media_type, bytes: Buffer.concat(chunks) })
  }
  return pictures
}

/** A file of the exam that is a picture. */
const pictureAt = async ({ kysely }: Database, place: ExamPlace, path: string) => {
  const file = await kysely
    .selectFrom('exam_resource')
    .select(['size', 'media_type'])
    .where('org_id', '=', place.org_id)
    .where('exam_guid', '=', place.exam_guid)
    .where('version', '=', place.version)
    .where('path', '=', path)
    .executeTakeFirst()
  return file?.media_type.startsWith('image/') ? file : undefined
}
