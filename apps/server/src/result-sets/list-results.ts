import { officeResults, type ResultsRow } from '@sitwell/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isOneOf } from '../db/one-of.ts'
import type { DeliveryTable, ResultSetTable } from '../db/schema.ts'
import { stateOf } from '../deliveries/state-of.ts'
import { route } from '../http/service.ts'
import { hasEach } from '../office/places/has-each.ts'
import { cutPage, readPage, searchedWords } from '../office/places/list-page.ts'
import { permissionsOf } from '../roles/grant.ts'
import { isInForce } from '../roles/may.ts'
import { countOutcomesOf, countWaiting, noCounts, peopleIn } from './counts.ts'
import { type Asking, askingOf, iso, type Reading, type ResultsContext } from './results-context.ts'
import { shownSet } from './set-queries.ts'

type Context = Pick<ResultsContext, 'clock' | 'database' | 'keys'>

interface Readable {
  readonly isEverywhere: boolean
  readonly exams: readonly string[]
  readonly deliveries: readonly string[]
}

/** Where the caller may read results: a role in a room, a centre or a group reads none, since they are of a whole delivery. */
const readableBy = ({ grants, nowMs }: Asking): Readable => {
  const scopes = grants
    .filter((grant) => isInForce(grant, nowMs) && permissionsOf(grant.role).includes('results.read'))
    .map(({ scope }) => scope)
  return {
    isEverywhere: scopes.some(({ kind }) => kind === 'organisation'),
    exams: scopes.flatMap((scope) => (scope.kind === 'exam' ? [scope.id] : [])),
    deliveries: scopes.flatMap((scope) => (scope.kind === 'delivery' ? [scope.id] : [])),
  }
}

const isReadable = (dialect: Reading['dialect'], { isEverywhere, exams, deliveries }: Readable): RawBuilder<SqlBool> => {
  if (isEverywhere) return sql<SqlBool>`1 = 1`
  const some: RawBuilder<SqlBool>[] = [sql<SqlBool>`1 = 0`]
  if (exams.length > 0) some.push(isOneOf(dialect, 'delivery.exam_guid', exams, (id) => id))
  if (deliveries.length > 0) some.push(isOneOf(dialect, 'delivery.delivery_id', deliveries, (id) => id))
  return sql<SqlBool>`(${sql.join(some, sql` or `)})`
}

/** The state of the newest set of a delivery; null if there is none. */
const newestState = sql`(select result_set.state from result_set where result_set.org_id = delivery.org_id
  and result_set.delivery_id = delivery.delivery_id order by result_set.set_number desc limit 1)`

type Row = DeliveryTable & { readonly exam_name: string }

const selectSetsOf = async ({ kysely, dialect }: Reading, orgId: number, ids: readonly string[]) => {
  if (ids.length === 0) return new Map<string, ResultSetTable[]>()
  const rows = await kysely
    .selectFrom('result_set')
    .selectAll()
    .where('org_id', '=', orgId)
    .where(isOneOf(dialect, 'delivery_id', ids, (id) => id))
    .orderBy('set_number', 'desc')
    .execute()
  return Map.groupBy(rows, ({ delivery_id }) => delivery_id)
}

const newestOf = ([newest]: readonly ResultSetTable[]): Pick<ResultsRow, 'newest'> =>
  newest
    ? {
        newest: {
          ...{ set: newest.set_number, state: newest.state },
          at: iso(newest.withdrawn_at ?? newest.released_at ?? newest.begun_at ?? newest.confirmed_at ?? newest.computed_at),
          ...(newest.release_at !== null && newest.begun_at === null && { releaseAt: iso(newest.release_at) }),
        },
      }
    : {}

/** A page of the deliveries whose results the caller may read. */
export const officeResultsRoute = (context: Context) =>
  route(officeResults, async ({ caller, query }) => {
    const { database, keys } = context
    const { kysely, dialect } = database
    const asking = await askingOf(context, caller)
    const { orgId, nowMs } = asking
    const { search, examGuid, state } = query
    const readable = readableBy(asking)
    const words = searchedWords(search)
    const list = ['results', { orgId, readable, words, examGuid, state }]
    const page = readPage(keys, list, query)
    if (!page.ok) return page
    const { behind, limit } = page
    const conditions = [
      ...[sql`delivery.org_id = ${orgId}`, sql`delivery.applied_at is not null`, isReadable(dialect, readable)],
      hasEach(dialect, 'delivery.search_name', words),
      ...(examGuid === undefined ? [] : [sql`delivery.exam_guid = ${examGuid}`]),
      ...(state === undefined ? [] : [state === 'none' ? sql`${newestState} is null` : sql`${newestState} = ${state}`]),
    ]
    const chosen = sql.join(conditions, sql` and `)
    const from = behind ? sql`and (end_at, delivery.delivery_id) < (${behind.value}, ${behind.id})` : sql``
    const { rows: found } = await sql<Row>`select delivery.*, exam.name as exam_name from delivery
      join exam on exam.org_id = delivery.org_id and exam.exam_guid = delivery.exam_guid and exam.version = delivery.exam_version
      where ${chosen} ${from} order by end_at desc, delivery.delivery_id desc limit ${limit + 1}`.execute(kysely)
    const total = behind
      ? undefined
      : (await sql<{ n: number }>`select count(*) as n from delivery where ${chosen}`.execute(kysely)).rows[0]
    const { rows, next } = cutPage(keys, list, found, {
      limit,
      positionOf: ({ end_at, delivery_id }) => ({ value: end_at, id: delivery_id }),
    })
    const ids = rows.map(({ delivery_id }) => delivery_id)
    const counts = await countOutcomesOf(database, orgId, ids, nowMs)
    const waiting = await countWaiting(database, orgId, ids)
    const sets = await selectSetsOf(database, orgId, ids)
    const deliveries = rows.map((row): ResultsRow => {
      const outcomes = counts.get(row.delivery_id) ?? noCounts
      const own = sets.get(row.delivery_id) ?? []
      const shown = shownSet(own)
      return {
        ...{ deliveryID: row.delivery_id, name: row.name, examGuid: row.exam_guid, examName: row.exam_name },
        ...{ examVersion: row.exam_version, zone: row.zone, startsAt: iso(row.start_at), endsAt: iso(row.end_at) },
        ...{ deliveryState: stateOf(row, nowMs), people: peopleIn(outcomes), outcomes },
        ...{ waiting: waiting.get(row.delivery_id)?.responses ?? 0, ...newestOf(own), ...(shown !== undefined && { shown }) },
      }
    })
    return { ok: true, value: { deliveries, ...next, ...(total && { total: Number(total.n) }), asOf: iso(nowMs) } }
  })
