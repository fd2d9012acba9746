import { Readable } from 'node:stream'
import { officeMarkingFile } from '@sitwell/contract'
import type { FastifyReply } from 'fastify'
import { bytesOf, MissingChunk } from '../assessment/files/index.ts'
import { layoutFor, selectSeed } from '../assessment/form-run/index.ts'
import type { Database } from '../db/database.ts'
import { asAttachment, asInline } from '../http/content-disposition.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { type ByteRange, rangeOf } from '../resource/byte-range.ts'
import { type FoundResponse, findResponse, mayOn } from './find-response.ts'
import { askingOf, type MarkingContext } from './marking-context.ts'
import { type FoundFile, filesOfResponse } from './response/files-of-response.ts'
import { withoutMetadata } from './response/picture-without-metadata.ts'

const noFileHere = refuse('NOT_FOUND', 'There is no such file for this caller.')

/** What is sent: all of it in memory, or as it is stored. */
interface Sent {
  readonly mediaType: string
  readonly disposition: string
  readonly size: number
  readonly range: ByteRange | 'beyond' | undefined
  readonly bytes: Buffer | AsyncGenerator<Uint8Array>
}

const ending: Readonly<Record<string, string>> = {
  ...{ 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp', 'application/pdf': 'pdf' },
  ...{ 'audio/mpeg': 'mp3', 'audio/wav': 'wav', 'audio/ogg': 'ogg', 'video/mp4': 'mp4', 'video/webm': 'webm' },
}

/** A name that says nothing of its candidate, whatever the file was called. */
const nameOf = (file: number, mediaType: string) => `file-${file + 1}.${ending[mediaType] ?? 'bin'}`

async function* within(bytes: AsyncGenerator<Uint8Array>, { from, to }: ByteRange): AsyncGenerator<Uint8Array> {
  let at = 0
  for await (const chunk of bytes) {
    const [start, end] = [Math.max(0, from - at), Math.min(chunk.length, to + 1 - at)]
    if (end > start) yield chunk.subarray(start, end)
    at += chunk.length
    if (at > to) return
  }
}

const whole = async (bytes: AsyncGenerator<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** A picture is written anew; undefined if it can't be read, or is gone. */
const pictureOf = async (database: Database, { row }: FoundFile) => {
  try {
    return await withoutMetadata(await whole(bytesOf(database, row)))
  } catch (error) {
    if (error instanceof MissingChunk) return undefined
    throw error
  }
}

const prepare = async (database: Database, found: FoundFile, range: string | undefined): Promise<Sent | undefined> => {
  const { row, shown } = found
  if (shown.kind === 'picture') {
    const picture = await pictureOf(database, found)
    if (!picture) return undefined
    const { bytes, mediaType } = picture
    return { mediaType, disposition: asInline(nameOf(shown.file, mediaType)), size: bytes.length, range: undefined, bytes }
  }
  const name = nameOf(shown.file, shown.mediaType)
  const disposition = shown.kind === 'other' ? asAttachment(name) : asInline(name)
  const asked = rangeOf(range, row.file_size)
  const bytes = bytesOf(database, row)
  return {
    ...{ mediaType: shown.mediaType, disposition, size: row.file_size, range: asked },
    bytes: typeof asked === 'object' ? within(bytes, asked) : bytes,
  }
}

/** Nothing in it runs, nobody but its marker keeps it, and no other site shows it. */
const send = (reply: FastifyReply, { mediaType, disposition, size, range, bytes }: Sent): FastifyReply => {
  reply.type(mediaType).headers({
    'content-disposition': disposition,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
  })
  if (Buffer.isBuffer(bytes)) return reply.header('content-length', size).send(bytes)
  reply.header('accept-ranges', 'bytes')
  if (range === 'beyond') return reply.code(416).header('content-range', `bytes */${size}`).send()
  const { from, to } = range ?? { from: 0, to: size - 1 }
  if (range) reply.code(206).header('content-range', `bytes ${from}-${to}/${size}`)
  return reply.header('content-length', to + 1 - from).send(Readable.from(bytes))
}

const fileOf = async ({ database }: MarkingContext, { run, loaded, name }: FoundResponse, file: number) => {
  const { questions } = layoutFor(loaded, await selectSeed(database, run))
  const question = questions.find(({ id }) => id === name.questionId)
  if (!question || name.part !== '' || run.completed_at === null) return undefined
  const files = await filesOfResponse(database, { orgId: run.org_id, formRunGuid: run.form_run_guid }, question)
  const found = files[file]
  return found?.shown.isHarmful ? undefined : found
}

/** A file of a response, without its name, and a picture without its metadata (OFFICE-306). */
export const officeMarkingFileRoute = (context: MarkingContext) =>
  route(
    officeMarkingFile,
    async ({ caller, query, request }) => {
      const asking = await askingOf(context, caller)
      const found = await findResponse(context, caller.orgId, query.responseID)
      const may = found && (await mayOn(context, asking, found))
      const file = found && may?.see ? await fileOf(context, found, query.file) : undefined
      const sent = file && (await prepare(context.database, file, request.headers.range))
      return sent ? { ok: true, value: sent } : noFileHere
    },
    // What the handler above has made.
    { send: (reply, value) => send(reply, value as Sent) },
  )
