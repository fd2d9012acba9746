import { existsSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { codePage } from '@sitwell/contract/code-page'
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { countHeldAnswers } from '../http/held-answers.ts'
import { serveBuilt } from '../http/serve-built.ts'
import { rangeOf } from '../resource/byte-range.ts'
import { serveReturn } from './cmi5/return-page.ts'
import { bytesOfCourseFile, selectCourseFile } from './course-files.ts'
import { readCourseToken } from './course-token.ts'
import { serveCourseWorker, workerFile } from './course-worker.ts'
import type { LmsContext } from './lms-context.ts'
import { serveLrs } from './lrs/serve-lrs.ts'
import { playerOrigin } from './scorm-address.ts'

const ofAll = {
  'x-content-type-options': 'nosniff',
  // The address of a course's file is the key to it.
  'referrer-policy': 'no-referrer',
  'origin-agent-cluster': '?1',
  'cross-origin-resource-policy': 'same-origin',
}

/** The page around a SCO is ours: it runs its own script, and frames what is of this origin. */
const policyOfHost = (player: string) =>
  `default-src 'self'; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors ${player}`

/**
 * The code of a question runs in a sandboxed frame of a page that is ours, under the policy of that page: it is one file with all that it
 * needs, and no address is allowed to it or to the frame. `frame-src` keeps the frame from going elsewhere with what it knows.
 */
const policyOfCode = (player: string) =>
  [
    "default-src 'none'",
    "script-src 'unsafe-inline' 'unsafe-eval'",
    "style-src 'unsafe-inline' blob: data:",
    'img-src blob: data:',
    'media-src blob: data:',
    'font-src blob: data:',
    "connect-src 'none'",
    "frame-src 'none'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${player}`,
  ].join('; ')

/** A course is foreign code, and does here what it likes; it is shown in the player alone, and in its own frames. */
const policyOfCourse = (player: string) => `frame-ancestors 'self' ${player}`

const notFound = (reply: FastifyReply) =>
  reply.code(404).type('text/plain; charset=utf-8').header('cache-control', 'no-store').send('There is no such file here.')

const notYet = (reply: FastifyReply) =>
  reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .headers({ 'cache-control': 'no-store', 'retry-after': 2 })
    .send('The database can not be reached yet.')

/** The part of a file that is asked for; the whole where the asker has part of another one. */
const rangeOfSame = (headers: FastifyRequest['headers'], tag: string, size: number) =>
  (headers['if-range'] ?? tag) === tag ? rangeOf(headers.range, size) : undefined

const serveFiles = (server: FastifyInstance, { database: { kysely }, keys, clock, config, ports }: LmsContext) => {
  const send = async (request: FastifyRequest<{ Params: { token: string; '*': string } }>, reply: FastifyReply) => {
    // A worker of a course would continue answering for its pages after it was left.
    if (request.headers['service-worker'] !== undefined) return notFound(reply)
    const ticket = readCourseToken(keys, request.params.token, clock.nowMs())
    reply.header('content-security-policy', policyOfCourse(playerOrigin(config, ports, request)))
    if (!ticket) return notFound(reply)
    const file = await selectCourseFile(kysely, ticket.orgId, ticket.contentGuid, request.params['*'].normalize('NFC'))
    if (!file) return notFound(reply)
    const { media_type, size, content_guid } = file
    // What an import stored never changes.
    const tag = `"${content_guid}"`
    reply.headers({ 'accept-ranges': 'bytes', 'cache-control': 'private, max-age=43200, immutable', etag: tag })
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    reply.type(media_type)
    const range = rangeOfSame(request.headers, tag, size)
    if (range === 'beyond') return reply.code(416).header('content-range', `bytes */${size}`).send()
    const { from, to } = range ?? { from: 0, to: size - 1 }
    if (range) reply.code(206).header('content-range', `bytes ${from}-${to}/${size}`)
    reply.header('content-length', to + 1 - from)
    return reply.send(Readable.from(bytesOfCourseFile(kysely, file, { from, to })))
  }
  server.get('/course/:token/*', send)
}

/**
 * What the second port is for: courses run at their own origin, which reaches neither the player's store nor its tokens. It serves the
 * page around a SCO, as it was built, and the files of courses to whoever has an address that `scormData` signed.
 */
export const createCourseServer = async (
  context: LmsContext,
  hostFolder: string,
  isServing: () => boolean,
  logOfRequests: FastifyBaseLogger,
): Promise<FastifyInstance> => {
  const { config, ports, log, guard } = context
  const server = fastify({
    loggerInstance: logOfRequests,
    serverFactory: (handle) => createHttpServer(handle),
    trustProxy: config.isProxy,
    routerOptions: { maxParamLength: 2000 },
    bodyLimit: 1024,
  })
  server.addHook('onRequest', async (request, reply) => {
    const policyOf = request.url.split('?', 1)[0] === codePage ? policyOfCode : policyOfHost
    const policy = policyOf(playerOrigin(config, ports, request))
    reply.headers({ ...ofAll, 'content-security-policy': policy })
    if (!isServing()) return notYet(reply)
    return undefined
  })
  countHeldAnswers(server, guard)
  server.setErrorHandler((error, _request, reply) => {
    log.error({ event: 'course-file-not-sent', err: error }, 'a file of a course could not be sent')
    return reply.code(500).type('text/plain; charset=utf-8').send('Something went wrong on the server.')
  })
  server.setNotFoundHandler((_request, reply) => notFound(reply))
  serveFiles(server, context)
  await serveLrs(server, context)
  serveReturn(server, context)
  // The page around a SCO speaks with this origin alone.
  server.get('/config.json', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return { playerOrigin: playerOrigin(config, ports, request) }
  })
  if (existsSync(join(hostFolder, 'host.html'))) {
    const playerOriginOf = (request: FastifyRequest) => playerOrigin(config, ports, request)
    serveCourseWorker(server, { hostFolder, policyOf: policyOfHost, codePolicyOf: policyOfCode, playerOriginOf })
    await serveBuilt(server, hostFolder, { globIgnore: [workerFile] })
  } else
    log.warn(
      { event: 'course-host-missing' },
      `no course can be shown: ${hostFolder} lacks host.html. "npm run build" makes it.`,
    )
  return server
}
