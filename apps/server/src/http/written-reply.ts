import type { FastifyReply } from 'fastify'

/** The JSON of a reply that is put together of parts, of which some are the same in many replies. */
export interface WrittenReply {
  readonly text: string
  /** The same as gzip, where that is there without compressing all of it again. */
  readonly gzipped: (() => Buffer) | undefined
}

/** Whether a browser takes gzip: every one does, unless somebody has it say otherwise. */
const takesGzip = (accepted: string | undefined) =>
  (accepted ?? '').split(',').some((one) => /^\s*gzip\s*(;\s*q\s*=\s*(1|0?\.(?=\d*[1-9])\d+)\s*)?$/i.test(one))

/** What is sent of it, as the one who asked takes it. */
export const payloadOf = (reply: FastifyReply, { text, gzipped }: WrittenReply): string | Buffer => {
  if (!gzipped || !takesGzip(reply.request.headers['accept-encoding'])) return text
  reply.header('vary', 'accept-encoding').header('content-encoding', 'gzip')
  return gzipped()
}
