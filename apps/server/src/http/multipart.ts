import multipart from '@fastify/multipart'
import type { Call } from '@sitwell/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** The file of a multipart body. Its bytes come as they are read, and have to be read or let go of. */
export interface FilePart {
  /** As its part says: a name that somebody made up. */
  readonly fileName: string
  readonly mimeType: string
  readonly bytes: AsyncIterable<Uint8Array>
  /** Bytes that it has at least, by the length of the whole request; 0 if that isn't told. */
  readonly leastSize: number
  /** Whether it was larger than this server takes; known once its bytes are read. */
  isTruncated(): boolean
  /** Lets what is left of the body pass, so that its sender gets to read the answer. */
  letGo(): void
}

/** Fields beside the file, of all calls together few and short. */
const limits = { fields: 20, fieldSize: 8192, files: 1, parts: 21, headerPairs: 20 }

/** Bytes: what stands around a file, of fields and heads, is less. */
const mostAround = 256 * 1024

/**
 * For the calls that take a file, on their own server: what it hangs on each request would slow all others. Whoever sends
 * nothing for `longestSilenceMs` (milliseconds) is gone: a laptop that lost its network closes no connection.
 */
export const takeMultipart = async (
  server: FastifyInstance,
  { largestFileBytes, longestSilenceMs = 60_000 }: { largestFileBytes: number; longestSilenceMs?: number | undefined },
) => {
  server.addHook('onRequest', (request, _reply, done) => {
    request.raw.setTimeout(longestSilenceMs)
    done()
  })
  await server.register(multipart, { limits: { ...limits, fileSize: largestFileBytes }, throwFileSizeLimit: false })
}

/** A body that is cut off, or no parts at all, is its sender's doing: it is answered with a 400, whatever its parser made of it. */
const unreadable = (cause: unknown) =>
  Object.assign(new Error('The parts of the body can not be read.', { cause }), { statusCode: 400 })

async function* readable<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* source
  } catch (error) {
    throw unreadable(error)
  }
}

/** Reads the fields up to the file of a call, which has to come last. */
export const readMultipart = async (
  { file: wanted }: Call,
  request: FastifyRequest,
): Promise<{ readonly fields: Readonly<Record<string, unknown>>; readonly file: FilePart | undefined }> => {
  const fields: Record<string, unknown> = Object.create(null)
  const leastSize = Math.max(0, Number(request.headers['content-length'] ?? 0) - mostAround)
  for await (const part of readable(request.parts())) {
    if (part.type === 'field') {
      fields[part.fieldname] = part.value
      continue
    }
    const { file, filename, mimetype } = part
    if (part.fieldname !== wanted) {
      file.resume()
      continue
    }
    const letGo = () => {
      // Its end is nobody's business any more, and neither is its breaking off.
      file.on('error', () => {})
      file.resume()
    }
    const isTruncated = () => file.truncated
    // Its types forget that a part of bytes may have no name.
    const fileName = (filename as string | undefined) ?? ''
    return { fields, file: { fileName, mimeType: mimetype, bytes: readable(file), leastSize, isTruncated, letGo } }
  }
  return { fields, file: undefined }
}
