import { createHash } from 'node:crypto'
import { type Fields, isFields } from '@sitwell/exam/courses/xapi/values'
import { LrsRefusal } from './lrs-request.ts'

/** The bytes of an attachment, by the hash that its statement names. */
export interface Attachment {
  readonly sha2: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

interface Part {
  readonly headers: ReadonlyMap<string, string>
  readonly bytes: Buffer
}

/** Parts of one body: far more than any statement has attachments. */
const mostParts = 500

const boundaryOf = (contentType: string): string => {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) throw new LrsRefusal(400, 'multipart/mixed needs a boundary.')
  return boundary
}

const partOf = (bytes: Buffer): Part => {
  const end = bytes.indexOf('\r\n\r\n')
  const isBare = bytes.subarray(0, 2).toString('latin1') === '\r\n'
  if (end < 0 && !isBare) throw new LrsRefusal(400, 'A part of the body has no end of its headers.')
  const head = isBare ? '' : bytes.subarray(0, end).toString('latin1')
  const lines = head.split('\r\n').filter((line) => line !== '')
  const headers = new Map(
    lines.map((line): [string, string] => {
      const at = line.indexOf(':')
      if (at < 1) throw new LrsRefusal(400, 'A part of the body has a header that is none.')
      return [line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]
    }),
  )
  return { headers, bytes: bytes.subarray(isBare ? 2 : end + 4) }
}

/** The parts of a body of `multipart/mixed` (RFC 2046). Throws a refusal where it is none. */
const partsOf = (contentType: string, body: Uint8Array): Part[] => {
  const delimiter = Buffer.from(`\r\n--${boundaryOf(contentType)}`)
  // The first one may be at the very beginning.
  const all = Buffer.concat([Buffer.from('\r\n'), body])
  const parts: Part[] = []
  for (let at = all.indexOf(delimiter); at >= 0; ) {
    const rest = all.subarray(at + delimiter.length)
    if (rest.subarray(0, 2).toString('latin1') === '--') return parts
    const lineEnd = rest.indexOf('\r\n')
    if (lineEnd < 0 || rest.subarray(0, lineEnd).toString('latin1').trim() !== '') break
    const next = all.indexOf(delimiter, at + delimiter.length)
    if (next < 0) break
    if (parts.length === mostParts) throw new LrsRefusal(413, `A body has no more than ${mostParts} parts.`)
    parts.push(partOf(all.subarray(at + delimiter.length + lineEnd + 2, next)))
    at = next
  }
  throw new LrsRefusal(400, 'The body is no multipart/mixed: its boundaries do not fit.')
}

const algorithms: Readonly<Record<number, string>> = { 56: 'sha224', 64: 'sha256', 96: 'sha384', 128: 'sha512' }

const attachmentOf = ({ headers, bytes }: Part): Attachment => {
  const sha2 = (headers.get('x-experience-api-hash') ?? '').toLowerCase()
  const algorithm = algorithms[sha2.length]
  if (algorithm === undefined) throw new LrsRefusal(400, 'A part needs X-Experience-API-Hash, the SHA-2 of its bytes.')
  if ((headers.get('content-transfer-encoding') ?? '').toLowerCase() !== 'binary')
    throw new LrsRefusal(400, 'A part needs Content-Transfer-Encoding: binary.')
  if (createHash(algorithm).update(bytes).digest('hex') !== sha2)
    throw new LrsRefusal(400, `The bytes of a part do not have the hash ${sha2}.`)
  return { sha2, mediaType: headers.get('content-type') ?? 'application/octet-stream', bytes: new Uint8Array(bytes) }
}

/** The statements of a body with attachments, as JSON, and these by their hashes (xAPI 1.0.3, 1.5.2). */
export const readMultipart = (
  contentType: string,
  body: Uint8Array,
): { readonly json: Uint8Array; readonly attachments: ReadonlyMap<string, Attachment> } => {
  const [first, ...others] = partsOf(contentType, body)
  if (!first || !/^application\/json\s*(;|$)/i.test(first.headers.get('content-type') ?? ''))
    throw new LrsRefusal(400, 'The first part of the body has to be the statements, as application/json.')
  const attachments = others.map(attachmentOf)
  return { json: first.bytes, attachments: new Map(attachments.map((one) => [one.sha2, one])) }
}

const named = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])

/** What a statement says of its attachments, with those of a statement within it. */
export const attachmentsNamedIn = (statement: Fields): Fields[] => [
  ...named(statement.attachments),
  ...(isFields(statement.object) ? named(statement.object.attachments) : []),
]

/** The attachments of a statement that came with it. Throws a refusal where one lacks its bytes, or they are not what it says. */
export const attachmentsFor = (statement: Fields, given: ReadonlyMap<string, Attachment>): Attachment[] => {
  const found = new Map<string, Attachment>()
  for (const { sha2, length, fileUrl, contentType } of attachmentsNamedIn(statement)) {
    const one = given.get(String(sha2).toLowerCase())
    if (!one && fileUrl === undefined)
      throw new LrsRefusal(400, 'An attachment names its fileUrl, or comes with its bytes as multipart/mixed.')
    if (!one) continue
    if (one.bytes.length !== length) throw new LrsRefusal(400, 'An attachment has another length than its statement says.')
    found.set(one.sha2, { ...one, mediaType: String(contentType) })
  }
  return [...found.values()]
}

/** Statements with their attachments in one body, under a boundary that none of them has in it. */
export const writeMultipart = (
  json: string,
  attachments: readonly Attachment[],
  boundary: string,
): { readonly contentType: string; readonly body: Buffer } => {
  const part = (headers: readonly string[], bytes: Uint8Array) => [
    Buffer.from(`--${boundary}\r\n${headers.join('\r\n')}\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]
  const all = attachments.flatMap(({ sha2, mediaType, bytes }) =>
    part([`Content-Type: ${mediaType}`, 'Content-Transfer-Encoding: binary', `X-Experience-API-Hash: ${sha2}`], bytes),
  )
  return {
    contentType: `multipart/mixed; boundary=${boundary}`,
    body: Buffer.concat([
      ...part(['Content-Type: application/json'], Buffer.from(json)),
      ...all,
      Buffer.from(`--${boundary}--\r\n`),
    ]),
  }
}
