import { type MarkingLine, officeMarkingConflicts, officeMarkingHistory, officeMarkingResponses } from '@sitwell/contract'
import { fromBillionths } from '@sitwell/exam/marks-ledger/billionths'
import { sql } from 'kysely'
import { loadWholeExam } from '../assessment/form-run/index.ts'
import { entriesOf } from '../assessment/marks/index.ts'
import type { ResponseMarkTable } from '../db/schema.ts'
import { route } from '../http/service.ts'
import type { Position } from '../office/people/cursor.ts'
import { cutPage, readPage } from '../office/places/list-page.ts'
import { examOf } from './allocation-queries.ts'
import { queueFacts } from './exam-facts.ts'
import { codeOf, type ResponseName, readQueueId, responseIdOf } from './ids.ts'
import { findQueue, noQueueHere } from './list-queues.ts'
import { askingOf, iso, type MarkingContext, scopesWith } from './marking-context.ts'
import { selectTogether } from './places-to-mark.ts'
import { isInScopes, isOfOthers } from './scopes.ts'
import { shownEntries } from './shown-entry.ts'

type Context = Pick<MarkingContext, 'clock' | 'database' | 'exams' | 'keys'>
type Row = Pick<
  ResponseMarkTable,
  'changed_at' | 'delivery_id' | 'exam_guid' | 'form_run_guid' | 'marks' | 'part' | 'question_id' | 'state' | 'version'
>

const nameOf = ({
  form_run_guid: formRunGuid,
  question_id: questionId,
  part,
}: Pick<Row, 'form_run_guid' | 'part' | 'question_id'>): ResponseName => ({
  ...{ formRunGuid, questionId, part },
})

/** Makes lines of responses; each exam is read once. */
const lineMaker = ({ database, exams, keys }: Context, orgId: number) => {
  const known = new Map<string, Promise<ReturnType<typeof queueFacts> | undefined>>()
  const factsOf = (row: Row) => {
    const queue = {
      examGuid: row.exam_guid,
      version: row.version,
      deliveryId: row.delivery_id,
      questionId: row.question_id,
      part: row.part,
    }
    const key = JSON.stringify(queue)
    const found =
      known.get(key) ??
      (async () => {
        const [place, loaded] = await Promise.all([
          selectTogether(database, orgId, queue),
          loadWholeExam({ database, exams }, examOf(orgId, queue)),
        ])
        return place && loaded && queueFacts(loaded, place, queue)
      })()
    known.set(key, found)
    return found
  }
  return async (row: Row, more: Partial<MarkingLine> = {}): Promise<MarkingLine[]> => {
    const facts = await factsOf(row)
    if (!facts) return []
    const name = nameOf(row)
    return [
      {
        ...{ responseID: responseIdOf(keys, orgId, name), code: codeOf(keys, orgId, name) },
        ...facts,
        ...{ state: row.state, at: iso(row.changed_at) },
        ...(row.marks !== null && { marks: fromBillionths(row.marks) }),
        ...more,
      },
    ]
  }
}

const columns = sql`response_mark.form_run_guid, response_mark.question_id, response_mark.part, response_mark.exam_guid,
  response_mark.version, response_mark.delivery_id, response_mark.state, response_mark.marks, response_mark.changed_at`

/** What the caller has marked in a queue, or could not mark, the latest first, each response once. */
export const officeMarkingHistoryRoute = (context: Context) =>
  route(officeMarkingHistory, async ({ caller, query }) => {
    const { database, keys } = context
    const asking = await askingOf(context, caller)
    const queue = await findQueue(context, asking, query.queueID)
    if (!queue) return noQueueHere
    const { orgId, nowMs } = asking
    const list = ['marking-history', { orgId, userGuid: caller.userGuid, queue }]
    const page = readPage(keys, list, query)
    if (!page.ok) return page
    const { behind, limit } = page
    const from = behind ? sql`having (max(own.at), response_mark.form_run_guid) < (${behind.value}, ${behind.id})` : sql``
    const { rows: found } = await sql<Row & { readonly marked_at: number }>`
      select ${columns}, max(own.at) as marked_at from mark_entry as own
      join response_mark on response_mark.org_id = own.org_id and response_mark.form_run_guid = own.form_run_guid
        and response_mark.question_id = own.question_id and response_mark.part = own.part
      where own.org_id = ${orgId} and own.author = ${caller.userGuid} and own.kind in ('mark', 'cannot')
        and own.question_id = ${queue.questionId} and own.part = ${queue.part} and response_mark.exam_guid = ${queue.examGuid}
        and response_mark.version = ${queue.version} and response_mark.delivery_id = ${queue.deliveryId}
        and ${isOfOthers(asking)}
      group by ${columns} ${from}
      order by marked_at desc, response_mark.form_run_guid desc limit ${limit + 1}`.execute(database.kysely)
    const { rows, next } = cutPage(keys, list, found, {
      limit,
      positionOf: ({ marked_at, form_run_guid }): Position => ({ value: Number(marked_at), id: form_run_guid }),
    })
    const lineOf = lineMaker(context, orgId)
    const responses = await Promise.all(
      rows.map(async (row) => {
        const entries = shownEntries(await entriesOf(database, { orgId, ...nameOf(row) }), caller.userGuid)
        const own = entries.findLast(({ by, kind }) => by === 'you' && (kind === 'mark' || kind === 'cannot'))
        const { marks, reason, isFlagged } = own ?? {}
        return lineOf(
          // What counts may be somebody else's.
          { ...row, marks: null },
          {
            at: iso(Number(row.marked_at)),
            ...(marks !== undefined && { marks }),
            ...(reason !== undefined && { reason }),
            ...(isFlagged && { isFlagged }),
          },
        )
      }),
    )
    return { ok: true, value: { responses: responses.flat(), ...next, asOf: iso(nowMs) } }
  })

/** Conflicts, or what could not be marked, of whatever the caller may decide about; the one that waits longest first. */
export const officeMarkingConflictsRoute = (context: Context) =>
  route(officeMarkingConflicts, async ({ caller, query }) => {
    const { database, keys } = context
    const { kysely, dialect } = database
    const asking = await askingOf(context, caller)
    const { orgId, nowMs } = asking
    const { state } = query
    const scopes = scopesWith(asking, 'marks.adjudicate')
    const list = ['marking-conflicts', { orgId, userGuid: caller.userGuid, scopes, state }]
    const page = readPage(keys, list, query)
    if (!page.ok) return page
    const { behind, limit } = page
    // Written as it stands, because there is an index over rows of these states alone.
    const chosen = sql`response_mark.org_id = ${orgId} and response_mark.state = ${sql.lit(state)}
      and ${isInScopes(dialect, scopes)} and ${isOfOthers(asking)}`
    const from = behind
      ? sql`and (response_mark.changed_at, response_mark.form_run_guid, response_mark.question_id, response_mark.part) >
          (${behind.value}, ${sql.join(JSON.parse(behind.id) as string[])})`
      : sql``
    const [{ rows: found }, { rows: all }] = await Promise.all([
      sql<Row>`select ${columns} from response_mark where ${chosen} ${from}
        order by response_mark.changed_at, response_mark.form_run_guid, response_mark.question_id, response_mark.part
        limit ${limit + 1}`.execute(kysely),
      sql<{ n: number }>`select count(*) as n from response_mark where ${chosen}`.execute(kysely),
    ])
    const { rows, next } = cutPage(keys, list, found, {
      limit,
      positionOf: (row): Position => ({
        value: row.changed_at,
        id: JSON.stringify([row.form_run_guid, row.question_id, row.part]),
      }),
    })
    const lineOf = lineMaker(context, orgId)
    const responses = await Promise.all(
      rows.map(async (row) => {
        const entries = state === 'cannot' ? await entriesOf(database, { orgId, ...nameOf(row) }) : []
        const last = entries.findLast((entry) => entry.kind === 'cannot')
        return lineOf(row, last && 'reason' in last ? { reason: last.reason } : {})
      }),
    )
    return { ok: true, value: { responses: responses.flat(), total: Number(all[0]?.n ?? 0), ...next, asOf: iso(nowMs) } }
  })

interface RunRow {
  readonly form_run_guid: string
  readonly completed_at: number
  readonly state: ResponseMarkTable['state'] | null
  readonly marks: number | null
  readonly score: number | null
}

/** Responses to a question that the key marks, for whoever may decide in its place: of those who handed in, in an order that says nothing. */
export const officeMarkingResponsesRoute = (context: Context) =>
  route(officeMarkingResponses, async ({ caller, query }) => {
    const { database, keys } = context
    const asking = await askingOf(context, caller)
    const { orgId, nowMs } = asking
    const queue = readQueueId(query.queueID)
    const loaded = queue && (await loadWholeExam(context, examOf(orgId, queue)))
    if (!queue || !loaded?.questions.some(({ id }) => id === queue.questionId)) return noQueueHere
    const { examGuid, version, deliveryId, questionId, part } = queue
    const scopes = scopesWith(asking, 'marks.adjudicate')
    const list = ['marking-responses', { orgId, userGuid: caller.userGuid, queue, scopes }]
    const page = readPage(keys, list, query)
    if (!page.ok) return page
    const { behind, limit } = page
    const { rows: found } = await sql<RunRow>`
      select listed.form_run_guid, listed.completed_at, response_mark.state, response_mark.marks, mark.score from (
        select form_run.org_id, form_run.form_run_guid, form_run.completed_at, form_run.exam_guid, form_run.user_guid,
          form_run.schedule_guid, coalesce(schedule.delivery_id, '') as delivery_id
        from form_run
        join schedule on schedule.org_id = form_run.org_id and schedule.schedule_guid = form_run.schedule_guid
        where form_run.org_id = ${orgId} and form_run.exam_guid = ${examGuid} and form_run.version = ${version}
          and form_run.completed_at is not null and coalesce(schedule.delivery_id, '') = ${deliveryId}) as listed
      join mark on mark.org_id = listed.org_id and mark.form_run_guid = listed.form_run_guid and mark.question_id = ${questionId}
      left join response_mark on response_mark.org_id = listed.org_id and response_mark.form_run_guid = listed.form_run_guid
        and response_mark.question_id = ${questionId} and response_mark.part = ${part}
      where ${isInScopes(database.dialect, scopes, 'listed')} and ${isOfOthers(asking, 'listed')}
        ${behind ? sql`and listed.form_run_guid > ${behind.id}` : sql``}
      order by listed.form_run_guid limit ${limit + 1}`.execute(database.kysely)
    const { rows, next } = cutPage(keys, list, found, {
      limit,
      positionOf: ({ form_run_guid }): Position => ({ value: '', id: form_run_guid }),
    })
    const lineOf = lineMaker(context, orgId)
    const responses = await Promise.all(
      rows.map(({ form_run_guid, completed_at, state, marks, score }) =>
        lineOf(
          {
            ...{ form_run_guid, question_id: questionId, part, exam_guid: examGuid, version, delivery_id: deliveryId },
            ...{ state: state ?? 'marked', marks, changed_at: Number(completed_at) },
          },
          marks === null && state === null && part === '' && score !== null ? { marks: score } : {},
        ),
      ),
    )
    return { ok: true, value: { responses: responses.flat(), ...next, asOf: iso(nowMs) } }
  })
