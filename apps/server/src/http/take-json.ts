import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PersonRequest } from './limits/person-turns.ts'
import { readJsonInPieces } from './limits/read-json.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a caller who is known: their place among their other requests. */
    inTurn: PersonRequest | undefined
  }
}

/** Reads JSON in pieces, once it is its sender's turn, and refuses names that would change what all objects are. */
export const createJsonReader = (server: FastifyInstance) => {
  const parse = server.getDefaultJsonParser('error', 'error')
  return async (request: FastifyRequest, body: string): Promise<unknown> => {
    const read = (text: string): unknown => {
      let outcome: unknown
      // It calls back before it returns.
      void parse(request, text, (error, value) => {
        if (error) throw error
        outcome = value
      })
      return outcome
    }
    await request.inTurn?.turn()
    try {
      return await readJsonInPieces(body, read)
    } catch (error) {
      request.inTurn?.done()
      throw error
    }
  }
}

/** Has all bodies of JSON read so. */
export const takeJson = (server: FastifyInstance): void => {
  const read = createJsonReader(server)
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request: FastifyRequest, body: string | Buffer) =>
    read(request, String(body)),
  )
}
