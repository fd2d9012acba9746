import { randomUUID } from 'node:crypto'
import { statementProblem } from '@sitwell/exam/courses/xapi/check-statement'
import { idsOf, inLanguage, type Statement } from '@sitwell/exam/courses/xapi/statement'
import type { Fields } from '@sitwell/exam/courses/xapi/values'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { takeStatements } from '../cmi5/take-statements.ts'
import { selectAttachmentSizes, selectAttachments } from './attachment-queries.ts'
import { agentIn, booleanIn, iriIn, type LrsCaller, momentIn, ownAgent, ownRegistration, uuidIn } from './lrs-caller.ts'
import { jsonReply, LrsRefusal, type LrsReply, type LrsRequest, parametersOf, readJson } from './lrs-request.ts'
import { type Attachment, attachmentsFor, readMultipart, writeMultipart } from './multipart-mixed.ts'
import { checkSignatures } from './signatures.ts'
import {
  type Arrived,
  mentionHash,
  type StatementFilter,
  selectLastStoredMs,
  selectStatements,
  selectStatementTexts,
} from './statement-queries.ts'

interface Parts {
  readonly database: Pick<Database, 'kysely'>
  readonly clock: Clock
}

/** Statements of one request, and of one page of a query. */
const mostAtOnce = 500
const mostOnPage = 100
/** Bytes of attachments that go out with one page. */
const mostAttachedBytes = 16 * 1024 * 1024
/** Characters of its statements: a page of long ones would be two hundred times as many, all of them in memory several times. */
const mostOnPageCharacters = 4 * 1024 * 1024

/** A statement of a body, checked. Throws a refusal where it is none, or brings what isn't kept. */
const checked = (value: unknown): Statement => {
  const problem = statementProblem(value)
  if (problem !== undefined) throw new LrsRefusal(400, `${problem}.`)
  // What has just been found.
  const statement = value as Statement
  return statement
}

interface Given {
  readonly value: unknown
  readonly attachments: ReadonlyMap<string, Attachment>
}

const bodyOf = ({ headers, body }: LrsRequest): Given => {
  const type = headers['content-type'] ?? ''
  if (/^application\/json\s*(;|$)/i.test(type)) return { value: readJson(body), attachments: new Map() }
  if (!/^multipart\/mixed\s*;/i.test(type))
    throw new LrsRefusal(400, 'Statements come as application/json, or with attachments as multipart/mixed.')
  const { json, attachments } = readMultipart(type, body)
  return { value: readJson(json), attachments }
}

/** Statements with those of the given attachments that each one names; all of these have to be named by one. */
const withAttachments = (
  statements: readonly Arrived['statement'][],
  { attachments }: Given,
): Pick<Arrived, 'statement' | 'attachments'>[] => {
  for (const statement of statements) checkSignatures(statement, attachments)
  const all = statements.map((statement) => ({ statement, attachments: attachmentsFor(statement, attachments) }))
  const named = new Set(all.flatMap((one) => one.attachments.map(({ sha2 }) => sha2)))
  for (const sha2 of attachments.keys())
    if (!named.has(sha2)) throw new LrsRefusal(400, `No statement names an attachment with the hash ${sha2}.`)
  return all
}

const take = async (
  { database, clock }: Parts,
  caller: LrsCaller,
  arrived: readonly Pick<Arrived, 'statement' | 'attachments'>[],
) => {
  const statements = arrived.map(({ statement }) => statement)
  const ids = statements.map(({ id }) => id.toLowerCase())
  if (new Set(ids).size !== ids.length) throw new LrsRefusal(400, 'Two of these statements have one id.')
  const taken = await takeStatements(database.kysely, caller.session, arrived, clock)
  if (!taken.ok) throw new LrsRefusal(taken.is === 'conflict' ? 409 : 403, taken.why)
}

const put = async (parts: Parts, request: LrsRequest, caller: LrsCaller): Promise<LrsReply> => {
  const at = parametersOf(request, ['statementId'], ['statementId'])
  const id = uuidIn('statementId', at('statementId')) ?? ''
  const given = bodyOf(request)
  const statement = checked(given.value)
  if (statement.id !== undefined && statement.id.toLowerCase() !== id)
    throw new LrsRefusal(400, 'The statement has another id than the request.')
  await take(parts, caller, withAttachments([{ ...statement, id }], given))
  return { status: 204 }
}

const post = async (parts: Parts, request: LrsRequest, caller: LrsCaller): Promise<LrsReply> => {
  parametersOf(request, [])
  const given = bodyOf(request)
  const all = (Array.isArray(given.value) ? given.value : [given.value]).map(checked)
  if (all.length > mostAtOnce) throw new LrsRefusal(413, `No more than ${mostAtOnce} statements are taken at once.`)
  const nameless = all.find(({ id }) => id === undefined)
  // cmi5 asks its AUs to name each one, so that one that is sent twice counts once.
  if (nameless) throw new LrsRefusal(403, 'A statement of an AU needs an id.')
  const statements = all.map((one) => ({ ...one, id: one.id ?? randomUUID() }))
  await take(parts, caller, withAttachments(statements, given))
  return jsonReply(statements.map(({ id }) => id))
}

const parameters = [
  ...['statementId', 'voidedStatementId', 'agent', 'verb', 'activity', 'registration', 'related_activities', 'related_agents'],
  ...['since', 'until', 'limit', 'format', 'attachments', 'ascending'],
] as const

type Format = 'exact' | 'ids' | 'canonical'

const formatIn = (text: string | undefined): Format => {
  if (text === undefined || text === 'exact') return 'exact'
  if (text === 'ids' || text === 'canonical') return text
  throw new LrsRefusal(400, 'format has to be ids, exact or canonical.')
}

const limitIn = (text: string | undefined): number => {
  if (text === undefined) return mostOnPage
  if (!/^\d{1,9}$/.test(text)) throw new LrsRefusal(400, 'limit has to be a number.')
  return Number(text) === 0 ? mostOnPage : Math.min(Number(text), mostOnPage)
}

/** Languages of a header, the most wanted first. */
const languagesIn = (header: string | undefined): string[] =>
  (header ?? '')
    .split(',')
    .map((part, at) => ({ tag: part.split(';')[0]?.trim() ?? '', weight: Number(/q=([\d.]+)/.exec(part)?.[1] ?? 1), at }))
    .filter(({ tag }) => tag !== '' && tag !== '*')
    .sort((one, other) => other.weight - one.weight || one.at - other.at)
    .map(({ tag }) => tag)

const shown = (text: string, format: Format, languages: readonly string[]): unknown => {
  // Stored here as a statement.
  const statement = JSON.parse(text) as Fields
  if (format === 'ids') return idsOf(statement)
  return format === 'canonical' ? inLanguage(statement, languages) : statement
}

const filterOf = (at: (name: string) => string | undefined, caller: LrsCaller): StatementFilter => {
  const agent = agentIn(at('agent'))
  const activity = iriIn('activity', at('activity'))
  const registration = uuidIn('registration', at('registration'))
  if (agent !== undefined) ownAgent(caller, agent)
  ownRegistration(caller, registration)
  const related = {
    agents: booleanIn('related_agents', at('related_agents')),
    activities: booleanIn('related_activities', at('related_activities')),
  }
  return {
    ...(agent !== undefined && {
      agent: { hash: mentionHash({ kind: 'agent', value: agent }), related: related.agents === true },
    }),
    ...(activity !== undefined && {
      activity: { hash: mentionHash({ kind: 'activity', value: activity }), related: related.activities === true },
    }),
    verb: iriIn('verb', at('verb')),
    registration: caller.terms.registration,
    sinceMs: momentIn('since', at('since')),
    untilMs: momentIn('until', at('until')),
    ascending: booleanIn('ascending', at('ascending')) === true,
    limit: limitIn(at('limit')),
  }
}

/** One statement by its id. */
const single = async (
  { database }: Parts,
  request: LrsRequest,
  caller: LrsCaller,
  name: 'statementId' | 'voidedStatementId',
) => {
  const at = parametersOf(request, [name, 'attachments', 'format'])
  const id = uuidIn(name, at(name))
  const format = formatIn(at('format'))
  const { registration } = caller.terms
  const { kysely } = database
  // An AU voids nothing, and neither does this server: it refuses what it would have to void.
  const filter = { statementId: id, registration, ascending: false, limit: 1 }
  const [found] = name === 'statementId' ? await selectStatements(kysely, caller.orgId, filter) : []
  const [text] = found ? await selectStatementTexts(kysely, caller.orgId, [found.number]) : []
  if (!found || text === undefined) throw new LrsRefusal(404, 'There is no such statement.')
  const value = shown(text, format, languagesIn(request.headers['accept-language']))
  return { value, numbers: booleanIn('attachments', at('attachments')) === true ? [found.number] : undefined }
}

interface Found {
  readonly number: number
  readonly size: number
}

/** The first of these that together have no more than `most`; one at least. */
const within = (rows: readonly Found[], most: number, sizeOf: (row: Found) => number): readonly Found[] => {
  let sum = 0
  const past = rows.findIndex((row, place) => {
    sum += sizeOf(row)
    return place > 0 && sum > most
  })
  return past < 0 ? rows : rows.slice(0, past)
}

/** As many of a page's statements as go out with their attachments. */
const withinBytes = async ({ database }: Parts, orgId: number, rows: readonly Found[]) => {
  const sizes = await selectAttachmentSizes(
    database.kysely,
    orgId,
    rows.map(({ number }) => number),
  )
  return within(rows, mostAttachedBytes, ({ number }) => sizes.get(number) ?? 0)
}

const query = async (parts: Parts, request: LrsRequest, caller: LrsCaller, after: number | undefined, root: string) => {
  const at = parametersOf(request, parameters)
  const filter = { ...filterOf(at, caller), after }
  const format = formatIn(at('format'))
  const rows = await selectStatements(parts.database.kysely, caller.orgId, filter)
  const isAttached = booleanIn('attachments', at('attachments')) === true
  const wanted = within(rows.slice(0, filter.limit), mostOnPageCharacters, ({ size }) => Number(size))
  const page = isAttached ? await withinBytes(parts, caller.orgId, wanted) : wanted
  const last = page.at(-1)
  const more =
    rows.length > page.length && last
      ? `${root}more/${Buffer.from(JSON.stringify([last.number, [...request.query]])).toString('base64url')}`
      : ''
  const languages = languagesIn(request.headers['accept-language'])
  const numbers = page.map(({ number }) => number)
  const texts = await selectStatementTexts(parts.database.kysely, caller.orgId, numbers)
  return {
    value: { statements: texts.map((text) => shown(text, format, languages)), more },
    numbers: isAttached ? numbers : undefined,
  }
}

const get = async (parts: Parts, request: LrsRequest, caller: LrsCaller, root: string, after?: number): Promise<LrsReply> => {
  const through = (await selectLastStoredMs(parts.database.kysely, caller.orgId)) ?? 0
  const headers = { 'x-experience-api-consistent-through': new Date(through).toISOString() }
  const names = (['statementId', 'voidedStatementId'] as const).filter((name) => request.query.has(name))
  if (names.length > 1) throw new LrsRefusal(400, 'A query names one statement, voided or not.')
  const [name] = names
  const { value, numbers } = name
    ? await single(parts, request, caller, name)
    : await query(parts, request, caller, after, root)
  if (!numbers) return jsonReply(value, headers)
  const attachments = await selectAttachments(parts.database.kysely, caller.orgId, numbers)
  const { contentType, body } = writeMultipart(JSON.stringify(value), attachments, randomUUID())
  return { status: 200, headers: { ...headers, 'content-type': contentType }, body }
}

/** Statements: those of the caller's own registration. */
export const statements = async (parts: Parts, request: LrsRequest, caller: LrsCaller, root: string): Promise<LrsReply> => {
  if (request.method === 'PUT') return put(parts, request, caller)
  if (request.method === 'POST') return post(parts, request, caller)
  if (request.method === 'GET') return get(parts, request, caller, root)
  throw new LrsRefusal(405, 'This is nothing that statements are asked.')
}

/** The next page of a query, by the address that the page before gave. It is judged as the query was. */
export const moreStatements = async (parts: Parts, request: LrsRequest, caller: LrsCaller, root: string): Promise<LrsReply> => {
  if (request.method !== 'GET') throw new LrsRefusal(405, 'A page is only read.')
  const given = readJson(Buffer.from(request.path.slice('more/'.length), 'base64url'))
  const [after, pairs] = Array.isArray(given) ? (given as unknown[]) : []
  const isPair = (one: unknown): one is [string, string] =>
    Array.isArray(one) && one.length === 2 && one.every((part) => typeof part === 'string')
  if (!Number.isSafeInteger(after) || !Array.isArray(pairs) || !pairs.every(isPair))
    throw new LrsRefusal(400, 'This is no page of a query.')
  return get(parts, { ...request, query: new Map(pairs) }, caller, root, Number(after))
}
