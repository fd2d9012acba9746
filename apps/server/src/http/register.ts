import { type Call, calls, type Refusal } from '@sitwell/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { attemptKey } from './attempt-key.ts'
import { isInvigilator } from './invigilators.ts'
import { errorBody, type RefusedOutcome, refuse, statusOfRefusal } from './refusal.ts'
import type { Ground, Route } from './service.ts'

type Part = 'params' | 'query' | 'body'

/** Sends a no in the one shape of errors. */
export const sendRefusal = (reply: FastifyReply, refusal: RefusedOutcome<Refusal>) => {
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds)
  return reply.code(statusOfRefusal(refusal)).header('cache-control', 'no-store').send(errorBody(refusal))
}

/** Where in the request it is wrong: `body.options[0].optionID`. */
const placeOf = (part: Part, path: readonly PropertyKey[]) =>
  path.reduce<string>((place, key) => place + (typeof key === 'number' ? `[${key}]` : `.${String(key)}`), part)

const readPart = (schema: z.ZodMiniType | undefined, part: Part, value: unknown) => {
  if (!schema) return { ok: true as const, value: undefined }
  const reading = schema.safeParse(value ?? {})
  if (reading.success) return { ok: true as const, value: reading.data }
  return {
    ok: false as const,
    details: reading.error.issues.map((issue) => ({ path: placeOf(part, issue.path), message: issue.message })),
  }
}

const mediaTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded' }

/** The form of a call's body: JSON, but a sign-in's is a form (spec 1 §7). */
export const mediaTypeOf = (call: Call) => mediaTypes[call.encoding ?? 'json']

const replyTypes = { json: 'application/json; charset=utf-8', text: 'text/plain; charset=utf-8' }

/** The form of a call's reply. */
export const replyTypeOf = (call: Call) => replyTypes[call.replyEncoding ?? 'json']

const isInItsForm = (call: Call, request: FastifyRequest) =>
  !call.body || (request.headers['content-type'] ?? '').toLowerCase().startsWith(mediaTypeOf(call))

const readRequest = (call: Call, request: FastifyRequest) => {
  const params = readPart(call.params, 'params', request.params)
  const query = readPart(call.query, 'query', request.query)
  const body = readPart(call.body, 'body', request.body)
  if (params.ok && query.ok && body.ok) return { ok: true as const, params: params.value, query: query.value, body: body.value }
  const details = [params, query, body].flatMap((part) => (part.ok ? [] : part.details)).slice(0, 20)
  return refuse('INVALID_REQUEST', `The request of ${call.name} is not what it has to be.`, { details })
}

/** The server's own path of a call: the authentication base stands below `/security`. */
export const pathOf = (call: Call) => (call.base === 'authentication' ? `/security/${call.path}` : `/${call.path}`)

/** Puts a call's route on the server: who may call, validation in, validation out. */
const register = (server: FastifyInstance, { sessions, config, database }: Ground, { call, handle, send, limited }: Route) => {
  server.route({
    method: call.method,
    url: pathOf(call),
    ...(limited && {
      config: {
        rateLimit: { max: config.attemptsPerMinute, timeWindow: 60_000, hook: 'preHandler', keyGenerator: attemptKey },
      },
    }),
    handler: async (request, reply) => {
      const beforeMfa = call.access === 'anyone' || call.beforeMfa === true
      const who = await sessions.read(request.headers.authorization, { beforeMfa })
      if (call.access !== 'anyone' && !who.ok) return sendRefusal(reply, who)
      const caller = who.ok ? who.caller : undefined
      if (call.access === 'administrator' && !caller?.admin)
        return sendRefusal(reply, refuse('NOT_ALLOWED', 'Only administrators may do this.'))
      if (call.access === 'invigilator' && !(caller && (await isInvigilator(database, caller))))
        return sendRefusal(reply, refuse('NOT_ALLOWED', 'Only invigilators may do this.'))
      if (!isInItsForm(call, request))
        return sendRefusal(reply, refuse('UNSUPPORTED_MEDIA_TYPE', `${call.name} takes ${mediaTypeOf(call)}.`))
      const read = readRequest(call, request)
      if (!read.ok) return sendRefusal(reply, read)
      // The handler takes what this very call's schemas have just read.
      const outcome = await handle({ ...read, caller, request } as never)
      if (!outcome.ok) return sendRefusal(reply, outcome)
      if (send) return send(reply, outcome.value)
      // Read by its own schema, so that nothing leaves that the contract doesn't name.
      const value = call.reply.parse(outcome.value)
      return reply.header('cache-control', 'no-store').type(replyTypeOf(call)).send(value)
    },
  })
}

/** Registers all routes; throws where a call of the contract has none, or two. */
export const registerRoutes = (server: FastifyInstance, ground: Ground, routes: readonly Route[]) => {
  const names = routes.map((one) => one.call.name)
  for (const name of Object.keys(calls)) {
    const found = names.filter((other) => other === name).length
    if (found !== 1) throw new Error(`The call ${name} has ${found} handlers.`)
  }
  for (const one of routes) register(server, ground, one)
}
