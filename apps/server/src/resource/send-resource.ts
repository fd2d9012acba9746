import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { ExamPlace } from '../assessment/form-run/index.ts'
import type { Database } from '../db/database.ts'
import type { ByteRange } from './byte-range.ts'
import { bytesOfResource } from './stored-resource.ts'

/** A stored file, and what of it was asked for: all of it where `range` is undefined. */
export interface FoundResource {
  readonly place: ExamPlace
  readonly path: string
  readonly media_type: string
  readonly size: number
  readonly range: ByteRange | 'beyond' | undefined
}

/** Sends a file that content of an exam shows: nothing in it runs, and nobody but its reader keeps it. */
export const sendResource = (
  database: Database,
  reply: FastifyReply,
  { place, path, media_type, size, range }: FoundResource,
): FastifyReply => {
  reply.type(media_type).headers({
    'cache-control': 'private, max-age=86400',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  })
  if (range === 'beyond') return reply.code(416).header('content-range', `bytes */${size}`).send()
  const { from, to } = range ?? { from: 0, to: size - 1 }
  if (range) reply.code(206).header('content-range', `bytes ${from}-${to}/${size}`)
  reply.header('content-length', to + 1 - from)
  return reply.send(Readable.from(bytesOfResource(database, place, path, { from, to })))
}
