import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../http/refusal.ts'
import { sendRefusal } from '../http/register.ts'

/** First segments of the calls' paths: below them an unknown address is an error, not the player. */
const servicePrefixes = new Set([
  'security',
  'messages',
  'assessment',
  'formrun',
  'lms',
  'files',
  'print',
  'dashboard',
  'proctor',
  'error',
  'resource',
  'assets',
])

/** Serves the built player: hashed files for good, and its page for every address that is not a call's. */
export const servePlayer = async (server: FastifyInstance, folder: string) => {
  const isBuilt = existsSync(join(folder, 'index.html'))
  if (isBuilt)
    await server.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const forGood = path.includes('/assets/')
        reply.header('cache-control', forGood ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  server.setNotFoundHandler((request, reply) => {
    const first = request.url.split(/[/?]/)[1] ?? ''
    const wantsPage = request.method === 'GET' && !servicePrefixes.has(first)
    if (wantsPage && isBuilt) return reply.header('cache-control', 'no-cache').sendFile('index.html')
    return sendRefusal(reply, refuse('NOT_FOUND', `There is nothing at ${request.method} ${request.url.split('?')[0]}.`))
  })
}
