import { bodyLimitOf, type Call, calls, encodedBodyType, generationHeader, heardHeader, type Refusal } from '@sitwell/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import * as core from 'zod/v4/core'
import type { Caller } from './caller.ts'
import { networkOf } from './connections/addresses.ts'
import { encodedBytes } from './encoded-bodies.ts'
import { isInvigilator } from './invigilators.ts'
import { bucketOf, countAttempt } from './limits/attempts.ts'
import { type CountedBy, partsOf } from './limits/counted-by.ts'
import { readMultipart, takeMultipart } from './multipart.ts'
import { errorBody, type RefusedOutcome, refuse, statusOfRefusal } from './refusal.ts'
import type { Route, ServiceContext } from './service.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route is a call's, and its reply is no page. */
    answersJson?: boolean
    call?: Call
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
  return reply.code(statusOfRefusal(refusal)).header('cache-control', 'no-store').send(errorBody(refusal))
}

/** Where in the request it is wrong: `body.options[0].optionID`. */
const placeOf = (part: Part, path: readonly PropertyKey[]) =>
  path.reduce<string>((place, key) => place + (typeof key === 'number' ? `[${key}]` : `.${String(key)}`), part)

/** The contract's schemas are interpreted, because a browser may forbid to compile them; here they may be, which halves their time. */
const compiled = (schema: z.ZodMiniType): core.$ZodType =>
  schema instanceof core.$ZodObject ? new core.$ZodObjectJIT(schema._zod.def) : schema

type Compiled = { readonly [P in Part]: core.$ZodType | undefined }

const compiledPartsOf = ({ params, query, body }: Call): Compiled => ({
  params: params && compiled(params),
  query: query && compiled(query),
  body: body && compiled(body),
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
  const details = [params, query, body].flatMap((part) => (part.ok ? [] : part.details)).slice(0, 20)
  return refuse('INVALID_REQUEST', `The request of ${call.name} is not what it has to be.`, { details })
}

const withoutFile = ({ name, file }: Call) =>
  refuse('INVALID_REQUEST', `The request of ${name} has no file, or fields after it.`, {
    details: [{ path: `body.${file}`, message: 'no file' }],
  })

/** The server's own path of a call: the authentication base stands below `/security`. */
export const pathOf = (call: Call) => (call.base === 'authentication' ? `/security/${call.path}` : `/${call.path}`)

/** Says no to whom a call isn't open, and to a body that is too large, before a byte of the body is read. */
const admission = ({ sessions, database, generation }: ServiceContext, call: Call) => {
  const beforeMfa = call.access === 'anyone' || call.beforeMfa === true
  const limit = bodyLimitOf(call)
  const isTooLarge = ({ headers }: FastifyRequest) => {
    if (call.encoding === 'multipart') return false
    const most = headers['content-type']?.toLowerCase().startsWith(encodedBodyType) ? encodedBytes(limit) : limit
    return Number(headers['content-length'] ?? 0) > most
  }
  return async (request: FastifyRequest, reply: FastifyReply): Promise<RefusedOutcome | undefined> => {
    const who = await sessions.read(request.headers.authorization, { beforeMfa })
    if (call.access !== 'anyone' && !who.ok) return who
    const caller = who.ok ? who.caller : undefined
    request.caller = caller
    if (caller) reply.header(generationHeader, generation.current())
    if (call.access === 'administrator' && !caller?.admin) return refuse('NOT_ALLOWED', 'Only administrators may do this.')
    if (call.access === 'invigilator' && !(caller && (await isInvigilator(database, caller))))
      return refuse('NOT_ALLOWED', 'Only invigilators may do this.')
    if (isTooLarge(request)) return refuse('BODY_TOO_LARGE', 'The body is larger than this call takes.')
    return undefined
  }
}

const isOfStaff = ({ access }: Call) => access === 'administrator' || access === 'invigilator'

/** Puts a call's route on the server: who may call, validation in, validation out. */
const register = (server: FastifyInstance, context: ServiceContext, route: Route) => {
  const { config, clock, guard } = context
  const { call, handle, send, limited, shortReply } = route
  const schemas = compiledPartsOf(call)
  const replySchema = compiled(call.reply)
  const admit = admission(context, call)
  const perMinute = { capacity: config.attemptsPerMinute, leakMs: 60_000 / config.attemptsPerMinute }
  const bucketOfCall = ({ ip }: FastifyRequest, by: CountedBy, body: unknown) =>
    bucketOf(context, 0, call.name, partsOf(by, networkOf(ip), body), perMinute)
  const isOfParts = call.encoding === 'multipart'
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
    },
    handler: async (request, reply) => {
      const { caller } = request
      if (!isInItsForm(call, request))
        return sendRefusal(reply, refuse('UNSUPPORTED_MEDIA_TYPE', `${call.name} takes ${mediaTypeOf(call)}.`))
      let outcome: Awaited<ReturnType<Route['handle']>>
      const parts = isOfParts ? await readMultipart(call, request) : undefined
      try {
        const read = readRequest(call, schemas, request, parts ? parts.fields : request.body)
        if (!read.ok) return sendRefusal(reply, read)
        if (parts && !parts.file) return sendRefusal(reply, withoutFile(call))
        const wait = limited && (await countAttempt(context, bucketOfCall(request, limited, read.body)))
        if (wait) return sendRefusal(reply, wait)
        // The handler takes what this very call's schemas have just read.
        outcome = await handle({ ...read, file: parts?.file, caller, request } as never)
      } finally {
        parts?.file?.letGo()
      }
      if (!outcome.ok) return sendRefusal(reply, outcome)
      if (isOfStaff(call)) server.watchCall?.(request)
      if (send) return send(reply, outcome.value)
      // Read by its own schema, so that nothing leaves that the contract doesn't name.
      const value = core.parse(replySchema, outcome.value)
      if (caller) reply.header(heardHeader, clock.nowMs())
      return reply.header('cache-control', 'no-store').type(replyTypeOf(call)).send(value)
    },
  })
}

/** Registers all routes; throws where a call of the contract has none, or two. `longestSilenceMs` as in `takeMultipart`. */
export const registerRoutes = async (
  server: FastifyInstance,
  context: ServiceContext,
  routes: readonly Route[],
  { longestSilenceMs }: { readonly longestSilenceMs?: number | undefined } = {},
) => {
  const names = routes.map((one) => one.call.name)
  for (const name of Object.keys(calls)) {
    const found = names.filter((other) => other === name).length
    if (found !== 1) throw new Error(`The call ${name} has ${found} handlers.`)
  }
  server.decorateRequest('caller', undefined)
  const [ofParts, others] = [true, false].map((is) => routes.filter((one) => (one.call.encoding === 'multipart') === is))
  for (const one of others ?? []) register(server, context, one)
  await server.register(async (own) => {
    await takeMultipart(own, { largestFileBytes: context.config.largestFileBytes, longestSilenceMs })
    for (const one of ofParts ?? []) register(own, context, one)
  })
}
