import { extensionStatus, extensionStatuses } from '@sitwell/exam/ledger/extension'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Found } from './order.ts'
import { soonMs } from './soon.ts'

interface Asked {
  readonly orgId: number
  readonly nowMs: number
}

/** Schedules that are counted at most, those whose people are looked at, and exams that are listed: every member of staff makes this call. */
const mostCounted = 10_000
const mostLookedAt = 2000
const mostExams = 10

interface ExamRow {
  readonly exam_guid: string
  readonly n: number
  readonly first: number
  readonly delivered: number
  readonly delivery: string | null
  readonly other_delivery: string | null
}

/** Exams whose times (a column of `schedule`) are within the next days, each with how many people it is about. */
const examsBy = async (database: Database, column: 'start_at' | 'complete_at', { orgId, nowMs }: Asked) => {
  const at: RawBuilder<number> = sql.ref(column)
  const { rows } = await sql<ExamRow>`select exam_guid, count(*) as n, min(comes) as first, count(delivery_id) as delivered,
      min(delivery_id) as delivery, max(delivery_id) as other_delivery from (
      select exam_guid, delivery_id, ${at} as comes from schedule
      where org_id = ${orgId} and ${at} is not null and practice = 0 and voided_at is null and ${at} > ${nowMs} and ${at} <= ${nowMs + soonMs.exam}
      order by ${at} limit ${mostCounted}) as soon
    group by exam_guid order by first, exam_guid limit ${mostExams}`.execute(database.kysely)
  return rows.map(({ exam_guid, n, first, delivered, delivery, other_delivery }) => ({
    ...{ examGuid: exam_guid, count: Number(n), firstMs: Number(first) },
    ...(Number(delivered) > 0 && { isDelivered: true as const }),
    ...(delivery !== null && delivery === other_delivery && Number(delivered) === Number(n) && { deliveryID: delivery }),
  }))
}

/** The newest names of exams. */
const namesOf = async ({ kysely }: Database, orgId: number, guids: readonly string[]) => {
  if (guids.length === 0) return new Map<string, string>()
  const rows = await kysely
    .selectFrom('exam')
    .select(['exam_guid', 'name'])
    .where('org_id', '=', orgId)
    .where('exam_guid', 'in', guids)
    .orderBy('version')
    .execute()
  return new Map(rows.map(({ exam_guid, name }) => [exam_guid, name]))
}

/** Exams that open or end within a week. */
export const examsOf = async (database: Database, asked: Asked): Promise<Found[]> => {
  const [opening, ending] = await Promise.all([examsBy(database, 'start_at', asked), examsBy(database, 'complete_at', asked)])
  const guids = [...opening, ...ending].map(({ examGuid }) => examGuid)
  const names = await namesOf(database, asked.orgId, [...new Set(guids)])
  const counted = (some: typeof opening) => some.reduce((sum, { count }) => sum + count, 0)
  const those = (is: 'exam-opens' | 'exam-ends', some: typeof opening): Found[] => {
    const isPart = counted(some) >= mostCounted
    return some.map(({ examGuid, count, firstMs, ...delivered }) => ({
      ...{ is, count, deadlineMs: firstMs, name: names.get(examGuid) ?? examGuid, examGuid, ...delivered },
      ...(isPart && { isAtLeast: true as const }),
    }))
  }
  return [...those('exam-opens', opening), ...those('exam-ends', ending)]
}

/** People whose exam begins within a week, and who have never signed in. */
export const neverSignedIn = async (database: Database, { orgId, nowMs }: Asked): Promise<Found[]> => {
  const { rows } = await sql<{ n: number; counted: number; first: number | null }>`
    select count(distinct person.user_guid) as n, min(case when person.user_guid is null then null else soon.start_at end) as first,
      count(*) as counted
    from (select user_guid, start_at from schedule
      where org_id = ${orgId} and start_at is not null and practice = 0
      and start_at > ${nowMs} and start_at <= ${nowMs + soonMs.exam} order by start_at limit ${mostLookedAt}) as soon
    left join person on person.org_id = ${orgId} and person.user_guid = soon.user_guid
      and person.last_sign_in_at = 0 and person.suspended = 0`.execute(database.kysely)
  const [{ n = 0, counted = 0, first = null } = {}] = rows
  if (Number(n) === 0) return []
  const isPart = Number(counted) >= mostLookedAt
  return [
    {
      ...{ is: 'people-never-signed-in', count: Number(n), deadlineMs: Number(first) },
      ...(isPart && { isAtLeast: true as const }),
    },
  ]
}

/** Sittings whose time runs. They are found by the end of their time, of which there is an index over those that are open. */
export const sittingsOf = async ({ kysely }: Database, { orgId, nowMs }: Asked): Promise<Found[]> => {
  const row = await kysely
    .selectFrom('form_run')
    .select((of) => [of.fn.countAll<number>().as('count'), of.fn.min('ends_at').as('first')])
    .where('completed_at', 'is', null)
    .where('ends_at', 'is not', null)
    .where('ends_at', '>', nowMs)
    .where('org_id', '=', orgId)
    .executeTakeFirst()
  const count = Number(row?.count ?? 0)
  return count === 0 ? [] : [{ is: 'sittings-open', count, deadlineMs: Number(row?.first) }]
}

const ofExtensions = ['extension-request', 'extension', 'extension-decline', 'extension-withdraw'] as const

/** Learners who wait for somebody to decide about more time: those whose last word about it is their request. */
export const extensionRequests = async ({ kysely }: Database, { orgId, nowMs }: Asked): Promise<Found[]> => {
  const rows = await kysely
    .selectFrom((from) =>
      from
        .selectFrom('form_run')
        .select(['org_id', 'form_run_guid', 'ends_at'])
        .where('completed_at', 'is', null)
        .where('ends_at', 'is not', null)
        .where('org_id', '=', orgId)
        .orderBy('ends_at')
        .limit(mostLookedAt)
        .as('run'),
    )
    .innerJoin('form_run_event as event', (on) =>
      on.onRef('event.org_id', '=', 'run.org_id').onRef('event.form_run_guid', '=', 'run.form_run_guid'),
    )
    .select(['run.form_run_guid', 'run.ends_at', 'event.kind', 'event.number'])
    .where('event.kind', 'in', ofExtensions)
    .orderBy('event.number')
    .execute()
  const byRun = Map.groupBy(rows, ({ form_run_guid }) => form_run_guid)
  const kindsOf = (events: typeof rows) => events.flatMap(({ kind }) => ofExtensions.filter((one) => one === kind))
  const waiting = [...byRun.values()].filter(
    (events) => extensionStatus(kindsOf(events).map((kind) => ({ kind }))) === extensionStatuses.requested,
  )
  const ends = waiting.flatMap(([one]) => one?.ends_at ?? [])
  return waiting.length === 0
    ? []
    : [{ is: 'extension-requests', count: waiting.length, deadlineMs: Math.max(nowMs, Math.min(...ends)) }]
}
