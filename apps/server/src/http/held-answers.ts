import type { FastifyInstance } from 'fastify'
import type { ConnectionGuard } from './connections/connection-guard.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every answer of this route is the same bytes in memory. */
    sharesAnswer?: boolean
  }
}

/** Bytes of an answer that is there as a whole; a stream continues as somebody takes it. */
const heldIn = (payload: unknown): number => {
  if (typeof payload === 'string') return payload.length
  return payload instanceof Uint8Array ? payload.byteLength : 0
}

/** Counts what each answer holds in memory, before it is compressed. To be called before compression is registered. */
export const countHeldAnswers = (server: FastifyInstance, { holdsAnswer }: Pick<ConnectionGuard, 'holdsAnswer'>): void => {
  server.addHook('onSend', (request, reply, payload, done) => {
    holdsAnswer(reply.raw, request.routeOptions.config.sharesAnswer ? 0 : heldIn(payload))
    done()
  })
}
