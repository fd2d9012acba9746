import {
  bodyLimitOf,
  type Call,
  calls,
  encodedBodyType,
  generationHeader,
  heardHeader,
  isStaffAccess,
  type Refusal,
} from '@sitwell/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as core from 'zod/v4/core'
import { isPermitted } from '../roles/queries.ts'
import type { Caller } from './caller.ts'
import { compiledSchema } from './compiled-schema.ts'
import { networkOf } from './connections/addresses.ts'
import { encodedBytes } from './encoded-bodies.ts'
import { bucketOf, countAttempt, tooMany } from './limits/attempts.ts'
import { type Counted, countedOf, partsOf } from './limits/counted-by.ts'
import { createKnownNames } from './limits/known-names.ts'
import { createNewcomers, type NewcomerLimits } from './limits/newcomers.ts'
import { createPersonTurns, type PersonTurns } from './limits/person-turns.ts'
import { movedAway } from './moved-away.ts'
import { readMultipart, takeMultipart } from './multipart.ts'
import { isSameOrigin } from './office/office-sessions.ts'
import { errorBody, type RefusedOutcome, refuse, statusOfRefusal } from './refusal.ts'
import { denialAt, isAdmitted } from './scope-of-call.ts'
import type { HttpContext, Route } from './service.ts'
import { payloadOf } from './written-reply.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route is a call's, and its reply is no page. */
    answersJson?: boolean
    call?: Call
    /** Of what is no call, and is of no use without the database. */
    readsDatabase?: boolean
    /** Of a call with a body that is held whole. */
    largestBodyBytes?: number
  }
  interface FastifyRequest {
    /** Who makes the call, known before its body is read. */
    caller: Caller | undefined
  }
  interface FastifyInstance {
    /** Tells the security log of a call that is over: with the code of its refusal, or as an act of staff. */
    watchCall?: (request: FastifyRequest, code?: Refusal) => void
  }
}

type Part = 'params' | 'query' | 'body'

/** Sends a no in the one shape of errors. */
export const sendRefusal = (reply: FastifyReply, refusal: RefusedOutcome<Refusal>) => {
  reply.server.watchCall?.(reply.request, refusal.code)
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds)
  // What was begun as a file may break before a byte of it went: what is said of that is none.
  for (const name of ['content-length', 'content-disposition']) reply.removeHeader(name)
  const ofError = { 'cache-control': 'no-store', 'content-type': replyTypes.json }
  return reply.code(statusOfRefusal(refusal)).headers(ofError).send(errorBody(refusal))
}

/** Where in the request it is wrong: `body.options[0].optionID`. */
const placeOf = (part: Part, path: readonly PropertyKey[]) =>
  path.reduce<string>((place, key) => place + (typeof key === 'number' ? `[${key}]` : `.${String(key)}`), part)

type Compiled = { readonly [P in Part]: core.$ZodType | undefined }

const compiledPartsOf = ({ params, query, body }: Call): Compiled => ({
  params: params && compiledSchema(params),
  query: query && compiledSchema(query),
  body: body && compiledSchema(body),
})

const readPart = (schemas: Compiled, part: Part, value: unknown) => {
  const schema = schemas[part]
  if (!schema) return { ok: true as const, value: undefined }
  const reading = core.safeParse(schema, value ?? {})
  if (reading.success) return { ok: true as const, value: reading.data }
  return {
    ok: false as const,
    details: reading.error.issues.map((issue) => ({ path: placeOf(part, issue.path), message: issue.message })),
  }
}

const mediaTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
}

/** The form of a call's body: JSON, but a sign-in's is a form (spec 1 §7), and a file comes in parts. */
export const mediaTypeOf = (call: Call) => mediaTypes[call.encoding ?? 'json']

const replyTypes = { json: 'application/json; charset=utf-8', text: 'text/plain; charset=utf-8' }

/** The form of a call's reply. */
export const replyTypeOf = (call: Call) => replyTypes[call.replyEncoding ?? 'json']

const isInItsForm = (call: Call, request: FastifyRequest) => {
  const given = (request.headers['content-type'] ?? '').toLowerCase()
  const isEncoded = mediaTypeOf(call) === mediaTypes.json && given.startsWith(encodedBodyType)
  return !call.body || isEncoded || given.startsWith(mediaTypeOf(call))
}

const readRequest = (call: Call, schemas: Compiled, request: FastifyRequest, given: unknown) => {
  const params = readPart(schemas, 'params', request.params)
  const query = readPart(schemas, 'query', request.query)
  const body = readPart(schemas, 'body', given)
  if (params.ok && query.ok && body.ok) return { ok: true as const, params: params.value, query: query.value, body: body.value }
  const details = [params, query, body].flatMap((part) => (part.ok ? [] : part.details))
  return refuse('INVALID_REQUEST', `The request of ${call.name} is not what it has to be.`, { details })
}

/** The organisation that a call of somebody who isn't signed in is about; the caller's own is known from the token. */
const organisationNamedIn = ({ query, body }: { readonly query: unknown; readonly body: unknown }): number | undefined => {
  const [ofQuery, ofBody] = [Object(query), Object(body)]
  const orgId: unknown = ofBody.orgId ?? ofQuery.orgId ?? ofBody.orgID ?? ofQuery.orgID
  return typeof orgId === 'number' ? orgId : undefined
}

const withoutFile = ({ name, file }: Call) =>
  refuse('INVALID_REQUEST', `The request of ${name} has no file, or fields after it.`, {
    details: [{ path: `body.${file}`, message: 'no file' }],
  })

/** The server's own path of a call: the authentication base is below `/security`. */
export const pathOf = (call: Call) => (call.base === 'authentication' ? `/security/${call.path}` : `/${call.path}`)

/**
 * Whether a browser says that a page of another site asks, or that an address is being opened. The documents have calls that change
 * something by GET; a bearer token goes with neither, so that this is a second wall before them. What is no browser says nothing.
 */
const isAskedFromElsewhere = ({ 'sec-fetch-site': site, 'sec-fetch-mode': mode }: FastifyRequest['headers']) =>
  site === 'cross-site' || site === 'same-site' || mode === 'navigate'

/** Says no to whom a call isn't open, and to a body that is too large, before a byte of the body is read. */
const admission = ({ sessions, officeSessions, previewTokens, database, generation, clock }: HttpContext, call: Call) => {
  const beforeMfa = call.access === 'anyone' || call.beforeMfa === true
  const limit = bodyLimitOf(call)
  const isTooLarge = ({ headers }: FastifyRequest) => {
    if (call.encoding === 'multipart') return false
    const most = headers['content-type']?.toLowerCase().startsWith(encodedBodyType) ? encodedBytes(limit) : limit
    return Number(headers['content-length'] ?? 0) > most
  }
  const denialOf = async (caller: Caller | undefined): Promise<RefusedOutcome | undefined> => {
    if (call.access === 'installation') {
      if (caller && (await isPermitted(database, caller, 'installation.manage', clock.nowMs()))) return undefined
      return refuse('NOT_ALLOWED', 'Only owners of the installation may do this.')
    }
    if (!isStaffAccess(call.access)) return undefined
    const { permission, scope } = call.access
    if (caller && (await isAdmitted({ database, clock }, caller, { permission, scope }))) return undefined
    return refuse('NOT_ALLOWED', `Only people with a role that has the permission ${permission} may do this.`)
  }
  const read = (request: FastifyRequest) => {
    if (call.access === 'preview') return previewTokens.read(request.headers.authorization)
    return call.office
      ? officeSessions.read(request, { beforeMfa, isNamed: call.office === 'named' })
      : sessions.read(request.headers.authorization, { beforeMfa })
  }
  /** The caller; nobody is known by the cookie of a call that opens a session of the office, whatever it is. */
  const whoAsks = async (request: FastifyRequest): Promise<{ ok: true; caller: Caller | undefined } | RefusedOutcome> => {
    if (call.access !== 'anyone') return read(request)
    const who = call.office ? undefined : await read(request)
    return { ok: true, caller: who?.ok ? who.caller : undefined }
  }
  const isForeign = (request: FastifyRequest) =>
    call.office ? !isSameOrigin(request) : call.access !== 'anyone' && isAskedFromElsewhere(request.headers)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<RefusedOutcome | undefined> => {
    const who = await whoAsks(request)
    if (!who.ok) return who
    const { caller } = who
    request.caller = caller
    if (caller) reply.header(generationHeader, generation.current())
    if (isForeign(request)) return refuse('NOT_ALLOWED', 'Only pages of this site may do this.')
    const denied = await denialOf(caller)
    if (denied) return denied
    if (isTooLarge(request)) return refuse('BODY_TOO_LARGE', 'The body is larger than this call takes.')
    return undefined
  }
}

/**
 * Counts the tries at one call. What nobody gave out is counted in memory first, and made-up tokens nowhere else. Each call has its own
 * counts, and its made-up tokens another, so that a flood of one kind takes nothing from the others.
 */
const counting = (context: HttpContext, call: Call, newcomers: NewcomerLimits | undefined) => {
  const { config, clock } = context
  const perMinute = { capacity: config.attemptsPerMinute, leakMs: 60_000 / config.attemptsPerMinute }
  const [newcomer, madeUp] = [createNewcomers(newcomers), createNewcomers(newcomers)]
  const known = createKnownNames()
  const bucketFor = (counted: Counted, network: string) => bucketOf(context, 0, call.name, partsOf(counted, network), perMinute)
  /** In memory: milliseconds until it may be made. */
  const waitMsOf = (counted: Counted, network: string) => {
    if (counted.shows === 'known') return 0
    return (counted.shows === 'made-up' ? madeUp : newcomer)(network, clock.nowMs())
  }
  return {
    /** Undefined if an attempt may be made. */
    count: async ({ ip }: FastifyRequest, counted: Counted) => {
      const network = networkOf(ip)
      const waitMs = waitMsOf(counted, network)
      const isKnown = () => counted.shows === 'name' && known.has(bucketFor(counted, network).name)
      if (waitMs > 0 && !isKnown()) return tooMany(waitMs)
      return counted.shows === 'made-up' ? undefined : countAttempt(context, bucketFor(counted, network))
    },
    letIn: ({ ip }: FastifyRequest, counted: Counted | undefined) => {
      if (counted?.shows === 'name') known.add(bucketFor(counted, networkOf(ip)).name)
    },
  }
}

/** What a call comes to once its body is here: it is read, counted where attempts are, and handled. */
const answering = (context: HttpContext, { call, handle, limited }: Route, counts: ReturnType<typeof counting>) => {
  const { moved } = context
  const schemas = compiledPartsOf(call)
  const isMoved = (orgId: number | undefined) => orgId !== undefined && moved.has(orgId)
  const denialOf = async ({ caller }: FastifyRequest, read: Parameters<typeof denialAt>[3]) =>
    isMoved(organisationNamedIn(read)) ? movedAway() : denialAt(context, call, caller, read)
  return async (
    request: FastifyRequest,
    parts: Awaited<ReturnType<typeof readMultipart>> | undefined,
  ): Promise<Awaited<ReturnType<Route['handle']>>> => {
    const read = readRequest(call, schemas, request, parts ? parts.fields : request.body)
    if (!read.ok) return read
    if (parts && !parts.file) return withoutFile(call)
    const denied = await denialOf(request, read)
    if (denied) return denied
    const counted = limited && countedOf(limited, read.body)
    const wait = counted && (await counts.count(request, counted))
    if (wait) return wait
    // The handler takes what this very call's schemas have just read.
    const outcome = await handle({ ...read, file: parts?.file, caller: request.caller, request } as never)
    if (outcome.ok) counts.letIn(request, counted)
    return outcome
  }
}

const tooManyUnderWay = refuse('TOO_MANY_REQUESTS', 'Too many requests of yours are under way.', { retryAfterSeconds: 1 })

/** Whom a caller's requests are shared with: an administrator in a learner's name takes none of the learner's turns. */
const personOf = ({ orgId, userGuid, madeBy }: Caller) =>
  `${orgId}/${madeBy ?? userGuid}/${madeBy === undefined ? '' : userGuid}`

/** Takes the place of a request among those of its caller; false if they have too many under way. Nobody is shared with who isn't known. */
const takeItsPlace = (turns: PersonTurns, request: FastifyRequest, reply: FastifyReply): boolean => {
  if (!request.caller) return true
  const admitted = turns.admit(personOf(request.caller), Number(request.headers['content-length'] ?? 0))
  if (!admitted) return false
  request.inTurn = admitted
  reply.raw.once('close', admitted.gone)
  return true
}

/** Puts a call's route on the server: who may call, validation in, validation out. */
const register = (
  server: FastifyInstance,
  context: HttpContext,
  route: Route,
  { newcomers, turns }: { readonly newcomers: NewcomerLimits | undefined; readonly turns: PersonTurns },
) => {
  const { clock, guard } = context
  const { call, send, written, shortReply } = route
  const replySchema = compiledSchema(call.reply)
  const admit = admission(context, call)
  const counts = counting(context, call, newcomers)
  const isOfParts = call.encoding === 'multipart'
  const answer = answering(context, route, counts)
  server.route({
    method: call.method,
    url: pathOf(call),
    ...(shortReply && { compress: false }),
    ...(!isOfParts && { bodyLimit: encodedBytes(bodyLimitOf(call)) }),
    config: {
      answersJson: send === undefined,
      ...(!isOfParts && { largestBodyBytes: bodyLimitOf(call) }),
      call,
    },
    onRequest: async (request, reply) => {
      const refused = await admit(request, reply)
      if (refused) return sendRefusal(reply, refused)
      if (isOfParts) guard.streams(request.raw)
      else if (!takeItsPlace(turns, request, reply)) return sendRefusal(reply, tooManyUnderWay)
      return undefined
    },
    handler: async (request, reply) => {
      await request.inTurn?.turn()
      return work(request, reply).finally(() => request.inTurn?.done())
    },
  })
  const work = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isInItsForm(call, request))
      return sendRefusal(reply, refuse('UNSUPPORTED_MEDIA_TYPE', `${call.name} takes ${mediaTypeOf(call)}.`))
    const parts = isOfParts ? await readMultipart(call, request) : undefined
    const outcome = await answer(request, parts).finally(() => parts?.file?.letGo())
    if (!outcome.ok) return sendRefusal(reply, outcome)
    if (isStaffAccess(call.access)) server.watchCall?.(request)
    return answerWith(reply, outcome)
  }
  const answerWith = (reply: FastifyReply, outcome: { readonly value: unknown; readonly setCookie?: string | undefined }) => {
    if (outcome.setCookie) reply.header('set-cookie', outcome.setCookie)
    if (send) return send(reply, outcome.value)
    // Read by its own schema, so that nothing leaves that the contract doesn't name.
    const value = written ? payloadOf(reply, written(outcome.value as never)) : core.parse(replySchema, outcome.value)
    if (reply.request.caller) reply.header(heardHeader, clock.nowMs())
    return reply.header('cache-control', 'no-store').type(replyTypeOf(call)).send(value)
  }
}

interface RouteOptions {
  readonly longestSilenceMs?: number | undefined
  readonly newcomers?: NewcomerLimits | undefined
}

/** Registers all routes; throws an error if a call of the contract has none, or two. `longestSilenceMs` as in `takeMultipart`. */
export const registerRoutes = async (
  server: FastifyInstance,
  context: HttpContext,
  routes: readonly Route[],
  { longestSilenceMs, newcomers }: RouteOptions = {},
) => {
  const names = routes.map((one) => one.call.name)
  for (const name of Object.keys(calls)) {
    const found = names.filter((other) => other === name).length
    if (found !== 1) throw new Error(`The call ${name} has ${found} handlers.`)
  }
  server.decorateRequest('caller', undefined)
  server.decorateRequest('inTurn', undefined)
  const shared = { newcomers, turns: createPersonTurns() }
  const [ofParts, others] = [true, false].map((is) => routes.filter((one) => (one.call.encoding === 'multipart') === is))
  for (const one of others ?? []) register(server, context, one, shared)
  await server.register(async (own) => {
    await takeMultipart(own, { largestFileBytes: context.config.largestFileBytes, longestSilenceMs })
    for (const one of ofParts ?? []) register(own, context, one, shared)
  })
}
