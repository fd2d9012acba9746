import { type MarkingQueue, officeMarkingQueues } from '@sitwell/contract'
import { sql } from 'kysely'
import { loadWholeExam } from '../assessment/form-run/index.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { timeZoneOf } from '../office/centres/time-zone.ts'
import { cutPage, readPage } from '../office/places/list-page.ts'
import {
  examOf,
  isFor,
  keyOfQuestion,
  noAllocation,
  selectAllocation,
  selectAllocations,
  type Together,
} from './allocation-queries.ts'
import { countQueues } from './counts.ts'
import { dayStartedAt } from './day-start.ts'
import { type NamedTogether, queueFacts } from './exam-facts.ts'
import { type Queue, readQueueId } from './ids.ts'
import { type Asking, askingOf, iso, type MarkingContext, scopesWith } from './marking-context.ts'
import { positionOf, selectPlaces, selectTogether, togetherOf } from './places-to-mark.ts'
import { selectRows } from './rows-of-queue.ts'
import { isInScopes } from './scopes.ts'

export const noQueueHere = refuse('NOT_FOUND', 'There is no such queue for this caller.')

type Context = Pick<MarkingContext, 'clock' | 'database' | 'exams' | 'keys'>

/** Exams and deliveries of one page: each is counted, so that a page of many would take long. */
const usualPlaces = 20

interface Own {
  readonly question_id: string
  readonly part: string
  readonly n: number
}

const byQuestion = (rows: readonly Own[]) =>
  new Map(rows.map(({ question_id, part, n }) => [keyOfQuestion({ questionId: question_id, part }), Number(n)]))

/** What the caller has marked since a moment (Unix ms), and what they hold, of each question of a place. */
const selectOwn = async ({ database }: Context, { orgId, userGuid, nowMs }: Asking, place: Together, sinceMs: number) => {
  const isHere = sql`response_mark.exam_guid = ${place.examGuid} and response_mark.version = ${place.version}
    and response_mark.delivery_id = ${place.deliveryId}`
  const of = (table: 'mark_entry' | 'marking_claim') => sql`from ${sql.table(table)} as own
    join response_mark on response_mark.org_id = own.org_id and response_mark.form_run_guid = own.form_run_guid
      and response_mark.question_id = own.question_id and response_mark.part = own.part`
  const [marked, held] = await Promise.all([
    sql<Own>`select own.question_id, own.part, count(distinct own.form_run_guid) as n ${of('mark_entry')}
      where own.org_id = ${orgId} and own.author = ${userGuid} and own.at >= ${sinceMs} and own.kind in ('mark', 'cannot')
        and ${isHere} group by own.question_id, own.part`.execute(database.kysely),
    sql<Own>`select own.question_id, own.part, count(*) as n ${of('marking_claim')}
      where own.org_id = ${orgId} and own.user_guid = ${userGuid} and own.until_at > ${nowMs}
        and ${isHere} group by own.question_id, own.part`.execute(database.kysely),
  ])
  return { marked: byQuestion(marked.rows), held: byQuestion(held.rows) }
}

/** The questions of a place that the caller may see, by their key; undefined: all of them. */
const visibleIn = async ({ database }: Context, asking: Asking, place: Together) => {
  const scopes = scopesWith(asking, 'marks.give')
  if (scopes.some(({ kind }) => kind === 'organisation')) return undefined
  return new Set((await countQueues(database, asking.orgId, place, isInScopes(database.dialect, scopes))).keys())
}

const queuesOf = async (context: Context, asking: Asking, place: NamedTogether, dayMs: number): Promise<MarkingQueue[]> => {
  const { database } = context
  const [loaded, counted, visible, allocations, own] = await Promise.all([
    loadWholeExam(context, examOf(asking.orgId, place)),
    countQueues(database, asking.orgId, place),
    visibleIn(context, asking, place),
    selectAllocations(database.kysely, asking.orgId, place),
    selectOwn(context, asking, place, dayMs),
  ])
  if (!loaded) return []
  const order = new Map(loaded.questions.map(({ id }, at) => [id, at]))
  return [...counted]
    .filter(([key]) => (visible?.has(key) ?? true) && isFor(allocations.get(key) ?? noAllocation, asking.userGuid))
    .toSorted(([, one], [, other]) => (order.get(one.questionId) ?? 0) - (order.get(other.questionId) ?? 0))
    .map(([key, { counts, ...question }]) => ({
      ...queueFacts(loaded, place, question),
      ...{ counts, mineToday: own.marked.get(key) ?? 0, held: own.held.get(key) ?? 0 },
    }))
}

/** Whether a queue is one of the caller's: something of it is in the scope of their role, and it is allocated to them or to nobody. */
export const findQueue = async (
  { database }: Pick<MarkingContext, 'database'>,
  asking: Asking,
  queueId: string,
): Promise<Queue | undefined> => {
  const queue = readQueueId(queueId)
  if (!queue) return undefined
  const scopes = scopesWith(asking, 'marks.give')
  const rows = await selectRows(database, { orgId: asking.orgId, queue, scopes, limit: 1 })
  if (rows.length === 0) return undefined
  return isFor(await selectAllocation(database.kysely, asking.orgId, queue), asking.userGuid) ? queue : undefined
}

/** One queue alone. */
const oneQueue = async (context: Context, asking: Asking, queueId: string, dayMs: number): Promise<MarkingQueue[]> => {
  const queue = await findQueue(context, asking, queueId)
  const place = queue && (await selectTogether(context.database, asking.orgId, queue))
  const queues = place ? await queuesOf(context, asking, place, dayMs) : []
  return queues.filter(({ queueID }) => queueID === queueId)
}

/** The queues of the caller, an exam or a delivery after the other. */
export const officeMarkingQueuesRoute = (context: Context) =>
  route(officeMarkingQueues, async ({ caller, query }) => {
    const { database, keys } = context
    const asking = await askingOf(context, caller)
    const { orgId, nowMs } = asking
    const dayMs = dayStartedAt(nowMs, timeZoneOf(query.zone ?? '') ?? 'UTC')
    if (query.queueID !== undefined)
      return { ok: true, value: { queues: await oneQueue(context, asking, query.queueID, dayMs), asOf: iso(nowMs) } }
    const scopes = scopesWith(asking, 'marks.give')
    const list = ['marking-queues', { orgId, userGuid: caller.userGuid, scopes }]
    const page = readPage(keys, list, { limit: usualPlaces, ...query })
    if (!page.ok) return page
    const { behind, limit } = page
    const condition = isInScopes(database.dialect, scopes)
    const found = await selectPlaces(database, orgId, { condition, behind, limit: limit + 1 })
    const { rows, next } = cutPage(keys, list, found, { limit, positionOf })
    const queues: MarkingQueue[] = []
    for (const row of rows) queues.push(...(await queuesOf(context, asking, togetherOf(row), dayMs)))
    return { ok: true, value: { queues, ...next, asOf: iso(nowMs) } }
  })
