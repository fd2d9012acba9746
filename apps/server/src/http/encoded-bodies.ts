import { encodedBodyType } from '@sitwell/contract'
import type { FastifyInstance } from 'fastify'

/** Base64 writes three bytes as four. */
const growth = 4 / 3

/** Takes JSON in base64 as it takes JSON, whose size counts as it is before. */
export const takeEncodedBodies = (server: FastifyInstance, largestBodyBytes: number): void => {
  const readJson = server.getDefaultJsonParser('error', 'error')
  server.addContentTypeParser(
    encodedBodyType,
    { parseAs: 'string', bodyLimit: Math.ceil(largestBodyBytes * growth) + 4 },
    (request, body, done) => void readJson(request, Buffer.from(String(body), 'base64').toString('utf8'), done),
  )
}
