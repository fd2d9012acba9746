import type { FastifyReply } from 'fastify'
import { asAttachment } from '../../http/content-disposition.ts'

/** A PDF that was printed for one reply. */
export interface PrintedPdf {
  readonly pdf: Uint8Array
  readonly fileName: string
}

/** Sends a PDF that the browser saves and caches nowhere. */
export const sendPdf = (reply: FastifyReply, value: unknown): FastifyReply => {
  // What a handler of this folder has made.
  const { pdf, fileName } = value as PrintedPdf
  return reply
    .type('application/pdf')
    .headers({
      'content-disposition': asAttachment(fileName),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength))
}
