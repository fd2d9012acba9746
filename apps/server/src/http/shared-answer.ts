import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'

const compressions = { br: promisify(brotliCompress), gzip: promisify(gzip) }
type Encoding = keyof typeof compressions

/** An answer that is the same for everyone. */
export interface SharedAnswer {
  /** Sends it as the one who asked takes it. */
  send(reply: FastifyReply): Promise<FastifyReply>
}

/** Whether a client takes an encoding; each browser takes both. */
const takes = (accepted: string, encoding: Encoding) => accepted.split(',').some((one) => one.trim().toLowerCase() === encoding)

/**
 * Writes a text once, and compresses it once for each encoding: every answer is the same bytes in memory, however many connections wait
 * with it.
 */
export const sharedAnswer = (type: string, write: () => string): SharedAnswer => {
  let plain: Buffer | undefined
  const compressed = new Map<Encoding, Promise<Buffer>>()
  const bytesOf = () => {
    plain ??= Buffer.from(write())
    return plain
  }
  const compressedAs = (encoding: Encoding) => {
    const found = compressed.get(encoding) ?? compressions[encoding](bytesOf())
    compressed.set(encoding, found)
    return found
  }
  return {
    send: async (reply) => {
      const accepted = reply.request.headers['accept-encoding'] ?? ''
      const encoding = (['br', 'gzip'] as const).find((one) => takes(accepted, one))
      reply.type(type).header('vary', 'accept-encoding')
      if (!encoding) return reply.header('content-encoding', 'identity').send(bytesOf())
      return reply.header('content-encoding', encoding).send(await compressedAs(encoding))
    },
  }
}
