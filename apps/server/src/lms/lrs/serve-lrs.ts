import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bucketOf, countAttempt } from '../../http/limits/attempts.ts'
import { fetchPath, lrsPath, returnAddress } from '../cmi5/launch-address.ts'
import { isOver, type SessionOfCourse, termsOf } from '../cmi5/queries.ts'
import { fetchToken, sessionOfToken } from '../cmi5/session-token.ts'
import type { LmsContext } from '../lms-context.ts'
import { scormOrigin } from '../scorm-address.ts'
import { documents } from './documents.ts'
import { agentIn, iriIn, type LrsCaller, ownAgent } from './lrs-caller.ts'
import { jsonReply, LrsRefusal, type LrsReply, type LrsRequest, lrsRequest, parametersOf } from './lrs-request.ts'
import { mentionHash, selectDefinition } from './statement-queries.ts'
import { moreStatements, statements } from './statements.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The launch that a request to the store is of, known before its body is read. */
    launch: SessionOfCourse | undefined
  }
}

const version = '1.0.3'
const largestBodyBytes = 2 * 1024 * 1024
/** With attachments. */
const largestMultipartBytes = 16 * 1024 * 1024
/** A form whose token is in it, as old browsers send across origins: it is read before it is known whose it is. */
const largestFormBytes = 64 * 1024
/** Anybody may send it, and nothing of it is read. */
const largestFetchBytes = 1024
/** Requests of one launch, and how fast more may come, in milliseconds: more than any content needs, and less than a loop makes. */
const ofLaunch = { capacity: 1200, leakMs: 50 }
const root = lrsPath.slice(0, -1)

/** An AU may stand on another server: its token, and not where it comes from, says what it may do. */
const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, PUT, POST, DELETE, OPTIONS',
  'access-control-allow-headers':
    'Authorization, Content-Type, Accept, Accept-Language, If-Match, If-None-Match, X-Experience-API-Version',
  'access-control-expose-headers': 'ETag, Last-Modified, X-Experience-API-Version, X-Experience-API-Consistent-Through',
  'access-control-max-age': '86400',
}

type Resource = (context: LmsContext, request: LrsRequest, caller: LrsCaller) => Promise<LrsReply>

/** An activity with what statements have said of it. */
const activities: Resource = async ({ database }, request, { orgId }) => {
  if (request.method !== 'GET') throw new LrsRefusal(405, 'Activities are only read.')
  const id = iriIn('activityId', parametersOf(request, ['activityId'], ['activityId'])('activityId')) ?? ''
  const definition = await selectDefinition(database.kysely, orgId, mentionHash({ kind: 'activity', value: id }))
  return jsonReply({ objectType: 'Activity', id, ...(definition && { definition }) })
}

/** What is known of an agent: no more than the request itself says of it. */
const agents: Resource = async (_ground, request, caller) => {
  if (request.method !== 'GET') throw new LrsRefusal(405, 'Agents are only read.')
  ownAgent(caller, agentIn(parametersOf(request, ['agent'], ['agent'])('agent')))
  const { account } = caller.terms.actor
  return jsonReply({ objectType: 'Person', account: [account] })
}

const resources: Readonly<Record<string, Resource>> = {
  statements: (context, request, caller) => statements(context, request, caller, lrsPath),
  'activities/state': documents('state'),
  'activities/profile': documents('activity'),
  'agents/profile': documents('agent'),
  activities,
  agents,
}

const noToken = () => new LrsRefusal(401, 'This is no token of a launch that goes on.')

const answer = async (
  context: LmsContext,
  request: LrsRequest,
  launch: SessionOfCourse | undefined,
  returnUrl: string,
): Promise<LrsReply> => {
  if (request.path === 'about') return jsonReply({ version: ['1.0.0', '1.0.1', '1.0.2', version] })
  const resource = request.path.startsWith('more/')
    ? (all: LmsContext, one: LrsRequest, caller: LrsCaller) => moreStatements(all, one, caller, lrsPath)
    : Object.hasOwn(resources, request.path)
      ? resources[request.path]
      : undefined
  if (!resource) throw new LrsRefusal(404, 'The store has no such resource.')
  if (!/^1\.0(\.\d+)?$/.test(request.headers['x-experience-api-version'] ?? ''))
    throw new LrsRefusal(400, 'X-Experience-API-Version has to be 1.0.x.')
  const session = launch ?? (await sessionOfToken(context, request.headers.authorization, returnUrl))
  if (!session) throw noToken()
  if (await countAttempt(context, bucketOf(context, session.org_id, 'lrs', [session.session_guid], ofLaunch)))
    throw new LrsRefusal(429, 'Too many requests come from this launch.')
  const says = request.path === 'statements' && (request.method === 'PUT' || request.method === 'POST')
  // What was under way when the session ended is judged by itself.
  if (isOver(session) && !says) throw new LrsRefusal(403, 'The session of this launch is over.')
  return resource(context, request, { orgId: session.org_id, session, terms: termsOf(session) })
}

const send = (reply: FastifyReply, { status, headers = {}, body }: LrsReply) =>
  reply
    .code(status)
    .headers({ ...corsHeaders, 'cache-control': 'no-store', 'x-experience-api-version': version, ...headers })
    .send(typeof body === 'string' || body === undefined ? body : Buffer.from(body))

const refused = (reply: FastifyReply, status: number, message: string) =>
  send(reply, {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(status === 401 && { 'www-authenticate': 'Basic realm="xapi"' }),
    },
    body: JSON.stringify({ error: { code: status, message } }),
  })

const textHeaders = (headers: FastifyRequest['headers']): LrsRequest['headers'] =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]))

const bytesOf = (body: unknown): Uint8Array => (body instanceof Uint8Array ? body : new Uint8Array())

/**
 * The learning record store, xAPI 1.0.3 as cmi5 wants it, on the origin of the courses: their AUs reach it without any leave, and those
 * of other servers by theirs. Only a launch's token opens it, and it knows of no session of the player.
 */
export const serveLrs = async (server: FastifyInstance, context: LmsContext): Promise<void> => {
  const { config, ports, log } = context
  /** In English: a unit whose launch was forgotten has long read where it leads its learner. */
  const returnUrlAt = (request: FastifyRequest) => returnAddress(scormOrigin(config, ports, request), 'en')
  await server.register(async (own) => {
    own.removeAllContentTypeParsers()
    const take = (_request: FastifyRequest, body: Buffer, done: (error: null, body: Buffer) => void) => done(null, body)
    own.addContentTypeParser(/^multipart\/mixed/i, { parseAs: 'buffer', bodyLimit: largestMultipartBytes }, take)
    own.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestBodyBytes }, take)
    own.setErrorHandler((error, request, reply) => {
      if (error instanceof LrsRefusal) return refused(reply, error.status, error.message)
      const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
      if (status < 500) return refused(reply, status, 'The request can not be read.')
      log.error(
        { event: 'learning-record-store-failed', err: error, path: request.routeOptions.url },
        'the learning record store failed',
      )
      return refused(reply, 500, 'Something went wrong on the server.')
    })
    own.decorateRequest('launch', undefined)
    own.addHook('onRequest', async (request) => {
      if (request.method === 'OPTIONS' || request.url.startsWith(fetchPath)) return
      request.launch = await sessionOfToken(context, request.headers.authorization, returnUrlAt(request))
      const { 'content-length': length, 'transfer-encoding': transfer } = request.headers
      // Who shows no token says nothing that is read, except for a form that represents another request and has the token in it.
      const isShort = transfer === undefined && Number(length ?? 0) <= (request.method === 'POST' ? largestFormBytes : 0)
      if (!request.launch && !isShort) throw noToken()
    })
    const preflight = async (_request: FastifyRequest, reply: FastifyReply) => send(reply, { status: 204 })
    own.options(`${root}/*`, preflight)
    own.options(fetchPath, preflight)
    own.route({
      method: ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'],
      url: `${root}/*`,
      handler: async (request, reply) => {
        const method = request.method === 'HEAD' ? 'GET' : request.method
        const url = new URL(request.url, 'http://store.invalid')
        const asked = lrsRequest(method, url, textHeaders(request.headers), bytesOf(request.body), root)
        return send(reply, await answer(context, asked, request.launch, returnUrlAt(request)))
      },
    })
    own.post(fetchPath, { bodyLimit: largestFetchBytes }, async (request, reply) => {
      const secret = new URL(request.url, 'http://store.invalid').searchParams.get('k') ?? ''
      return send(reply, jsonReply(await fetchToken(context, secret)))
    })
  })
}
