import { createHash } from 'node:crypto'
import { type Mention, mentionsIn, normalised, type Statement, sayingOf } from '@sitwell/exam/courses/xapi/statement'
import { type Fields, isFields } from '@sitwell/exam/courses/xapi/values'
import type { Kysely } from 'kysely'
import { nextNumber } from '../../db/next-number.ts'
import type { Schema, XapiAttachmentTable, XapiMentionTable, XapiStatementTable } from '../../db/schema.ts'
import { insertAttachments } from './attachment-queries.ts'
import type { Attachment } from './multipart-mixed.ts'
import { noteReferences } from './references.ts'

/** A statement that is to be stored, with its id and its timestamp. */
export interface Arrived {
  readonly statement: Statement & { readonly id: string }
  readonly sessionGuid: string | undefined
  /** Those that came with it. */
  readonly attachments?: readonly Attachment[] | undefined
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** What an activity or an agent is found by. */
export const mentionHash = ({ kind, value }: Omit<Mention, 'isDirect'>): string => sha256(`${kind}\0${value}`)

export const statementHash = (statement: Statement): string => sha256(sayingOf(statement))

/** As PostgreSQL takes at most 65,535 parameters in a statement. */
const rowsAtOnce = 1000

const insertMentions = async (transaction: Kysely<Schema>, rows: readonly XapiMentionTable[]) => {
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await transaction
      .insertInto('xapi_mention')
      .values(rows.slice(at, at + rowsAtOnce))
      .execute()
}

const activitiesOf = (value: unknown): Fields[] => {
  if (Array.isArray(value)) return value.flatMap(activitiesOf)
  return isFields(value) && typeof value.id === 'string' && isFields(value.definition) ? [value] : []
}

/** The activities that a statement describes. */
const describedIn = ({ object, context }: Statement): Fields[] => {
  const around = isFields(context?.contextActivities) ? Object.values(context.contextActivities) : []
  return [...activitiesOf(object), ...activitiesOf(around)]
}

const keepDefinitions = async (transaction: Kysely<Schema>, orgId: number, statements: readonly Statement[]) => {
  const found = new Map<string, Fields>()
  for (const { id, definition } of statements.flatMap(describedIn)) {
    const hash = mentionHash({ kind: 'activity', value: String(id) })
    found.set(hash, { ...found.get(hash), ...(isFields(definition) ? definition : {}) })
  }
  const all = [...found]
  // A statement may describe tens of thousands: one after the other, nobody else would write meanwhile.
  for (let at = 0; at < all.length; at += rowsAtOnce) {
    const some = all.slice(at, at + rowsAtOnce)
    const before = await selectDefinitions(
      transaction,
      orgId,
      some.map(([hash]) => hash),
    )
    await transaction
      .insertInto('xapi_activity')
      .values(
        some.map(([hash, definition]) => ({
          org_id: orgId,
          hash,
          definition: JSON.stringify({ ...before.get(hash), ...definition }),
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['org_id', 'hash']).doUpdateSet(({ ref }) => ({ definition: ref('excluded.definition') })),
      )
      .execute()
  }
}

const selectDefinitions = async (
  kysely: Kysely<Schema>,
  orgId: number,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, Fields>> => {
  const rows = await kysely
    .selectFrom('xapi_activity')
    .select(['hash', 'definition'])
    .where('org_id', '=', orgId)
    .where('hash', 'in', hashes)
    .execute()
  // Written above.
  return new Map(rows.map(({ hash, definition }) => [hash, JSON.parse(definition) as Fields]))
}

/** What statements have said of an activity; undefined if none has. */
export const selectDefinition = async (kysely: Kysely<Schema>, orgId: number, hash: string): Promise<Fields | undefined> =>
  (await selectDefinitions(kysely, orgId, [hash])).get(hash)

/**
 * Adds statements, in their order, with what a store says of them. The counter is held until the transaction ends, so statements are
 * seen in the order of their numbers, and none comes to be seen below one that was.
 */
export const insertStatements = async (
  transaction: Kysely<Schema>,
  orgId: number,
  arrived: readonly Arrived[],
  { authority, nowMs }: { readonly authority: Fields; nowMs(): number },
): Promise<void> => {
  if (arrived.length === 0) return
  const last = await nextNumber(transaction, orgId, 'xapi-statement', arrived.length)
  const storedMs = nowMs()
  const stored = new Date(storedMs).toISOString()
  const rows: XapiStatementTable[] = []
  const mentions: XapiMentionTable[] = []
  const attached: XapiAttachmentTable[] = []
  for (const [at, { statement, sessionGuid, attachments = [] }] of arrived.entries()) {
    const number = last - arrived.length + 1 + at
    const whole = { version: '1.0.0', timestamp: stored, ...normalised(statement), stored, authority }
    const { registration } = statement.context ?? {}
    rows.push({
      org_id: orgId,
      number,
      statement_id: statement.id.toLowerCase(),
      verb: statement.verb.id,
      registration: typeof registration === 'string' ? registration.toLowerCase() : null,
      session_guid: sessionGuid ?? null,
      statement: JSON.stringify(whole),
      said: statementHash(statement),
      stored_at: storedMs,
    })
    for (const mention of mentionsIn(statement))
      mentions.push({ org_id: orgId, hash: mentionHash(mention), number, is_direct: mention.isDirect ? 1 : 0 })
    for (const { sha2, mediaType, bytes } of attachments)
      attached.push({ org_id: orgId, number, sha2, media_type: mediaType, size: bytes.length, content: bytes })
  }
  await transaction.insertInto('xapi_statement').values(rows).execute()
  await insertMentions(transaction, mentions)
  await insertAttachments(transaction, attached)
  for (const [at, { statement }] of arrived.entries())
    await noteReferences(transaction, { orgId, number: rows[at]?.number ?? 0, statement })
  await keepDefinitions(
    transaction,
    orgId,
    arrived.map(({ statement }) => statement),
  )
}

/** Which of these statements are there, by id: what each says. */
export const selectStatementHashes = async (
  kysely: Kysely<Schema>,
  orgId: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await kysely
    .selectFrom('xapi_statement')
    .select(['statement_id', 'said'])
    .where('org_id', '=', orgId)
    .where('statement_id', 'in', ids)
    .execute()
  return new Map(rows.map(({ statement_id, said }) => [statement_id, said]))
}

/** What a query asks for; undefined if it doesn't. */
export interface StatementFilter {
  readonly statementId?: string | undefined
  /** Hashes of mentions, and whether any mention will do. */
  readonly agent?: { readonly hash: string; readonly related: boolean } | undefined
  readonly activity?: { readonly hash: string; readonly related: boolean } | undefined
  readonly verb?: string | undefined
  readonly registration?: string | undefined
  /** Stored after, and not after. */
  readonly sinceMs?: number | undefined
  readonly untilMs?: number | undefined
  readonly ascending: boolean
  readonly limit: number
  /** Number of the last statement of the page before. */
  readonly after?: number | undefined
}

/**
 * The statements that are asked for, in order, and one more than the limit if there are more; `size` is how many characters each has. What is asked of verb, agent and activity
 * may also be met by one that a statement points at; moments and order are the statement's own (xAPI 1.0.3, 2.1.3).
 */
export const selectStatements = async (
  kysely: Kysely<Schema>,
  orgId: number,
  { statementId, agent, activity, verb, registration, sinceMs, untilMs, ascending, limit, after }: StatementFilter,
): Promise<{ readonly number: number; readonly size: number }[]> => {
  let query = kysely
    .selectFrom('xapi_statement')
    .select(['number', ({ fn }) => fn<number>('length', ['statement']).as('size')])
    .where('org_id', '=', orgId)
  if (statementId !== undefined) query = query.where('statement_id', '=', statementId)
  if (registration !== undefined) query = query.where('registration', '=', registration)
  if (sinceMs !== undefined) query = query.where('stored_at', '>', sinceMs)
  if (untilMs !== undefined) query = query.where('stored_at', '<=', untilMs)
  if (after !== undefined) query = query.where('number', ascending ? '>' : '<', after)
  if (verb !== undefined || agent || activity)
    query = query.where(({ or, exists, selectFrom }) => {
      const asked = selectFrom('xapi_statement as asked')
        .select('asked.number')
        .whereRef('asked.org_id', '=', 'xapi_statement.org_id')
        .$if(verb !== undefined, (one) => one.where('asked.verb', '=', verb ?? ''))
        .$if(registration !== undefined, (one) => one.where('asked.registration', '=', registration ?? ''))
      const mentioning = [agent, activity].reduce(
        (all, one) =>
          one
            ? all.where((where) => {
                const mention = where
                  .selectFrom('xapi_mention')
                  .select('xapi_mention.number')
                  .whereRef('xapi_mention.org_id', '=', 'asked.org_id')
                  .whereRef('xapi_mention.number', '=', 'asked.number')
                  .where('xapi_mention.hash', '=', one.hash)
                return where.exists(one.related ? mention : mention.where('xapi_mention.is_direct', '=', 1))
              })
            : all,
        asked,
      )
      const targets = selectFrom('xapi_reference')
        .select('xapi_reference.target_id')
        .whereRef('xapi_reference.org_id', '=', 'xapi_statement.org_id')
        .whereRef('xapi_reference.number', '=', 'xapi_statement.number')
      return or([
        exists(mentioning.whereRef('asked.number', '=', 'xapi_statement.number')),
        exists(mentioning.where('asked.statement_id', 'in', targets)),
      ])
    })
  return query
    .orderBy('number', ascending ? 'asc' : 'desc')
    .limit(limit + 1)
    .execute()
}

/** Statements as they are stored, in the order of these numbers. */
export const selectStatementTexts = async (
  kysely: Kysely<Schema>,
  orgId: number,
  numbers: readonly number[],
): Promise<readonly string[]> => {
  if (numbers.length === 0) return []
  const rows = await kysely
    .selectFrom('xapi_statement')
    .select(['number', 'statement'])
    .where('org_id', '=', orgId)
    .where('number', 'in', numbers)
    .execute()
  const texts = new Map(rows.map(({ number, statement }) => [number, statement]))
  return numbers.flatMap((number) => texts.get(number) ?? [])
}

/** When the latest statement was stored: all before it are there. */
export const selectLastStoredMs = async (kysely: Kysely<Schema>, orgId: number): Promise<number | undefined> => {
  const row = await kysely
    .selectFrom('xapi_statement')
    .select('stored_at')
    .where('org_id', '=', orgId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.stored_at
}
