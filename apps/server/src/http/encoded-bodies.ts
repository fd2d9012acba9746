import { encodedBodyType } from '@sitwell/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createJsonReader } from './take-json.ts'

/** Base64 writes three bytes as four. */
const growth = 4 / 3

/** Bytes that come for a body of so many, where it comes in base64. */
export const encodedBytes = (bytes: number): number => Math.ceil(bytes * growth) + 4

const isTooLarge = () =>
  Object.assign(new Error('The body is too large.'), { code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 })

/** Takes JSON in base64 as it takes JSON, whose size counts as it is before. */
export const takeEncodedBodies = (server: FastifyInstance): void => {
  const readJson = createJsonReader(server)
  server.addContentTypeParser(
    encodedBodyType,
    { parseAs: 'string' },
    async (request: FastifyRequest, body: string | Buffer) => {
      const decoded = Buffer.from(String(body), 'base64')
      const { largestBodyBytes } = request.routeOptions.config
      if (largestBodyBytes !== undefined && decoded.length > largestBodyBytes) throw isTooLarge()
      return readJson(request, decoded.toString('utf8'))
    },
  )
}
