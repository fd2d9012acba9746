import { randomUUID } from 'node:crypto'
import type { FastifyError, FastifyInstance } from 'fastify'
import { isOfMoved } from '../db/moved-organisations.ts'
import { isAway } from '../db/until-there.ts'
import { UnreadableJson } from './limits/read-json.ts'
import { loggedRequest } from './logged-request.ts'
import { movedAway } from './moved-away.ts'
import { type RefusedOutcome, refuse } from './refusal.ts'
import { sendRefusal } from './register.ts'

/** Codes of the databases for a disk that takes no more: PostgreSQL's, SQLite's, and the system's own. */
const fullDisk = new Set(['53100', '53000', 'SQLITE_13', 'ENOSPC'])

const byCode: Readonly<Record<string, RefusedOutcome>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: refuse('BODY_TOO_LARGE', 'The body is larger than this server takes.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: refuse('UNSUPPORTED_MEDIA_TYPE', 'The body is in no form that this call takes.'),
  FST_ERR_CTP_EMPTY_JSON_BODY: refuse('INVALID_REQUEST', 'The body is empty.'),
  FST_ERR_CTP_INVALID_JSON_BODY: refuse('INVALID_REQUEST', 'The body is no JSON.'),
}

const refusalOf = (error: FastifyError): RefusedOutcome | undefined => {
  const known = byCode[error.code]
  if (known) return known
  if (error.statusCode === 429) return refuse('TOO_MANY_REQUESTS', 'Too many tries. Wait a minute and try again.')
  if (fullDisk.has(error.code)) return refuse('CANNOT_SAVE', 'The disk of the server is full; nothing was saved.')
  if (error.code === 'SQLITE_FILE_DOUBTED')
    return refuse('CANNOT_SAVE', 'It is not certain that the server has its database; nothing was saved.', {
      retryAfterSeconds: 2,
    })
  if (error.code === 'SQLITE_FILE_LOST')
    return refuse('CANNOT_SAVE', 'The database of the server is not the one that it was; nothing was saved.')
  if (isAway(error)) return refuse('CANNOT_SAVE', 'The database can not be reached; nothing was saved.')
  if (error instanceof UnreadableJson)
    return refuse('INVALID_REQUEST', error.message, { details: [{ path: 'body', message: error.wrong }] })
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return refuse('INVALID_REQUEST', 'The request can not be read.')
  return undefined
}

/** The one place where something thrown becomes an answer. A bug's details stay in the log, beside the reference given out. */
export const handleErrors = (server: FastifyInstance) => {
  server.setErrorHandler<FastifyError>((error, request, reply) => {
    // No fault: the database says it until this server has looked.
    if (isOfMoved(error)) return sendRefusal(reply, movedAway())
    const refusal = refusalOf(error)
    if (refusal && refusal.code !== 'CANNOT_SAVE') return sendRefusal(reply, refusal)
    const reference = randomUUID()
    request.log.error(
      { event: 'request-failed', err: error, reference, requestId: request.id, ...loggedRequest(request) },
      'a request failed',
    )
    return sendRefusal(reply, { ...(refusal ?? refuse('SERVER_ERROR', 'Something went wrong on the server.')), reference })
  })
}
