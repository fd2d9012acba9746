import { createServer as createHttpServer } from 'node:http'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Shared } from '../create-application.ts'
import { errorBody, refuse } from '../http/refusal.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { serveWatching } from '../watching/serve-watching.ts'

interface FallbackContext extends Pick<Shared, 'figures'> {
  readonly config: { readonly metricsToken: string | undefined }
  /** Whether the name that was asked for is that of a database, which is only away. */
  isKnown(request: FastifyRequest): boolean
  /** Whether an answer can be saved in any of the databases. */
  isAnyReady(): Promise<boolean>
}

const away = refuse('CANNOT_SAVE', 'The database can not be reached; nothing was saved.')

/**
 * No refusal of a call's: a player that can't read a code takes it that it doesn't reach its server, keeps all that it has, and asks
 * again. A name is missing for the moment in which an operator has mistyped it.
 */
const unknownName = { error: { code: 'UNKNOWN_NAME', message: 'This server has no database for the name that was asked for.' } }

/** Answers what leads to no application: for a name that no database has, or one whose database is being opened again. */
export const createFallbackApp = async ({
  config,
  figures,
  isKnown,
  isAnyReady,
}: FallbackContext): Promise<FastifyInstance> => {
  const fallback = fastify({ serverFactory: (handle) => createHttpServer(handle), bodyLimit: 1024 })
  const { ofCalls } = await securityHeaders(undefined, [])
  // Before a body is read: what is too large, or in another form, would be told that, as the last word on an answer.
  fallback.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...ofCalls, 'cache-control': 'no-store' })
    if (!request.is404) return undefined
    return isKnown(request) ? reply.code(503).header('retry-after', 2).send(errorBody(away)) : reply.code(421).send(unknownName)
  })
  serveWatching(fallback, { figures, config, isReady: async (request) => !isKnown(request) && isAnyReady() })
  await fallback.ready()
  return fallback
}
