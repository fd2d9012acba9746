import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { asAttachment } from './content-disposition.ts'

/** A file that was made for one reply. `size` is in bytes. */
export interface SentFile {
  readonly name: string
  readonly size: number
  readonly bytes: Readable
}

/** Opens a file to send it under a name. The file may be removed before it is sent, because the stream holds it open. Rejects if it can't be opened. */
export const openSentFile = async (path: string, name: string): Promise<SentFile> => {
  const handle = await open(path)
  const { size } = await handle.stat()
  return { name, size, bytes: createReadStream('', { fd: handle }) }
}

/** Sends a file that the browser saves. The browser neither shows it nor caches it. */
export const sendFile = (reply: FastifyReply, { name, size, bytes }: SentFile): FastifyReply =>
  reply
    .type('application/octet-stream')
    .headers({
      'content-disposition': asAttachment(name),
      'content-length': size,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    .send(bytes)
