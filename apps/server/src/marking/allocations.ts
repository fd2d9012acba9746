import {
  type MarkingAllocation,
  officeMarkingAllocate,
  officeMarkingAllocations,
  officeMarkingPlaces,
  officeMarkingQuestions,
  type PossibleMarker,
} from '@sitwell/contract'
import { markedParts, partsToMark } from '@sitwell/question-types/marking'
import { type Kysely, sql } from 'kysely'
import type { LoadedExam } from '../assessment/form-run/index.ts'
import { loadWholeExam } from '../assessment/form-run/index.ts'
import { isOneOf } from '../db/one-of.ts'
import type { PersonTable, Schema } from '../db/schema.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { cutPage, readPage } from '../office/places/list-page.ts'
import { selectGrants } from '../roles/queries.ts'
import { type Allocation, examOf, keyOfQuestion, noAllocation, selectAllocations, type Together } from './allocation-queries.ts'
import { countQueues, leftOf, noCounts, sumOf } from './counts.ts'
import { type NamedTogether, queueFacts } from './exam-facts.ts'
import { type Queue, readQueueId } from './ids.ts'
import { noQueueHere } from './list-queues.ts'
import { askingOf, iso, type MarkingContext, scopesWith } from './marking-context.ts'
import { noteMarking } from './note-marking.ts'
import { positionOf, selectPlaces, selectTogether, togetherOf } from './places-to-mark.ts'
import { reaches } from './scopes.ts'

type Context = Pick<MarkingContext, 'clock' | 'database' | 'exams' | 'keys'>

const noExamHere = refuse('NOT_FOUND', 'There is no such exam or delivery in the organisation.')

/** Exams and deliveries of one page: each is counted. */
const usualPlaces = 20
/** People who could be given a question, of one reply. */
const mostPossible = 500

/** Deliveries and exams that have something to mark or marked. */
export const officeMarkingPlacesRoute = (context: Context) =>
  route(officeMarkingPlaces, async ({ caller, query }) => {
    const { database, keys, clock } = context
    const { orgId } = caller
    const list = ['marking-places', { orgId }]
    const page = readPage(keys, list, { limit: usualPlaces, ...query })
    if (!page.ok) return page
    const { behind, limit } = page
    const found = await selectPlaces(database, orgId, { condition: sql`1 = 1`, behind, limit: limit + 1 })
    const { rows, next } = cutPage(keys, list, found, { limit, positionOf })
    const places = []
    for (const row of rows) {
      const { examGuid, version, deliveryId, examName, deliveryName } = togetherOf(row)
      const counted = await countQueues(database, orgId, { examGuid, version, deliveryId })
      places.push({
        ...{ examGuid, examVersion: version, examName },
        ...(deliveryId !== '' && { deliveryID: deliveryId }),
        ...(deliveryName !== undefined && { deliveryName }),
        counts: sumOf([...counted.values()].map(({ counts }) => counts)),
      })
    }
    const sorted = places.toSorted((one, other) => leftOf(other.counts) - leftOf(one.counts))
    return { ok: true, value: { places: sorted, ...next, asOf: iso(clock.nowMs()) } }
  })

type Marker = Pick<PersonTable, 'first_name' | 'last_name' | 'user_guid' | 'user_id' | 'username'>

/** Everybody who may mark something of it now, by name: 500 at most. */
const selectPossible = async ({ database }: Context, orgId: number, place: Together, nowMs: number): Promise<Marker[]> => {
  const people = await database.kysely
    .selectFrom('person')
    .select(['user_guid', 'user_id', 'username', 'first_name', 'last_name', 'org_id', 'admin', 'invigilator'])
    .where('org_id', '=', orgId)
    .where('suspended', '=', 0)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('role_grant')
          .select('role_grant.grant_id')
          .whereRef('role_grant.org_id', '=', 'person.org_id')
          .whereRef('role_grant.user_guid', '=', 'person.user_guid')
          .where('role_grant.withdrawn_at', 'is', null),
      ),
    )
    .orderBy('search_name')
    .orderBy('user_guid')
    .limit(mostPossible * 4)
    .execute()
  const marking = await Promise.all(
    people.map(async (person) => {
      const scopes = scopesWith({ grants: await selectGrants(database, person), nowMs }, 'marks.give')
      return scopes.some((scope) => reaches(scope, place)) ? [person] : []
    }),
  )
  return marking.flat().slice(0, mostPossible)
}

const shown = ({ user_id, username, first_name, last_name }: Marker): PossibleMarker => ({
  ...{ userID: user_id, username, firstName: first_name, lastName: last_name },
})

const selectPeople = async ({ database }: Context, orgId: number, guids: readonly string[]): Promise<Marker[]> =>
  guids.length === 0
    ? []
    : database.kysely
        .selectFrom('person')
        .select(['user_guid', 'user_id', 'username', 'first_name', 'last_name'])
        .where('org_id', '=', orgId)
        .where(isOneOf(database.dialect, 'user_guid', guids, (guid) => guid))
        .execute()

interface Read {
  readonly place: NamedTogether
  readonly loaded: LoadedExam
  readonly allocations: ReadonlyMap<string, Allocation>
  readonly counted: Awaited<ReturnType<typeof countQueues>>
  readonly people: readonly Marker[]
  readonly able: ReadonlySet<string>
}

const allocationOf = (
  { place, loaded, allocations, counted, people, able }: Read,
  question: Pick<Queue, 'part' | 'questionId'>,
): MarkingAllocation => {
  const key = keyOfQuestion(question)
  const { version, markers } = allocations.get(key) ?? noAllocation
  return {
    ...queueFacts(loaded, place, question),
    ...{ counts: counted.get(key)?.counts ?? noCounts, version },
    markers: markers.flatMap((guid) => {
      const person = people.find(({ user_guid }) => user_guid === guid)
      return person ? [{ ...shown(person), isUnable: !able.has(guid) }] : []
    }),
  }
}

const readPlace = async (context: Context, orgId: number, together: Together, nowMs: number) => {
  const { database } = context
  const place = await selectTogether(database, orgId, together)
  const loaded = place && (await loadWholeExam(context, examOf(orgId, together)))
  if (!place || !loaded) return undefined
  const [allocations, counted, possible] = await Promise.all([
    selectAllocations(database.kysely, orgId, together),
    countQueues(database, orgId, together),
    selectPossible(context, orgId, together, nowMs),
  ])
  const named = [...new Set([...allocations.values()].flatMap(({ markers }) => markers))]
  const people = await selectPeople(context, orgId, named)
  const able = new Set(possible.map(({ user_guid }) => user_guid))
  return { read: { place, loaded, allocations, counted, people, able } satisfies Read, possible }
}

/** What a person marks of an exam, in its order, and whatever else is listed because its key failed. */
const questionsIn = ({ loaded, counted }: Read) => {
  const byPerson = loaded.questions.flatMap((question) =>
    partsToMark(question).flatMap(({ part, byPerson: is }) => (is ? [{ questionId: question.id, part }] : [])),
  )
  const keys = new Set(byPerson.map(keyOfQuestion))
  const others = [...counted.values()].filter((one) => !keys.has(keyOfQuestion(one)))
  return [...byPerson, ...others.map(({ questionId, part }) => ({ questionId, part }))]
}

/** Who marks which question, and who could. */
export const officeMarkingAllocationsRoute = (context: Context) =>
  route(officeMarkingAllocations, async ({ caller, query }) => {
    const nowMs = context.clock.nowMs()
    const { examGuid, examVersion: version, deliveryID: deliveryId = '' } = query
    const found = await readPlace(context, caller.orgId, { examGuid, version, deliveryId }, nowMs)
    if (!found) return noExamHere
    const questions = questionsIn(found.read).map((question) => allocationOf(found.read, question))
    return { ok: true, value: { questions, possible: found.possible.map(shown), asOf: iso(nowMs) } }
  })

interface Change {
  readonly orgId: number
  readonly queue: Queue
  readonly version: number
  readonly markers: readonly string[]
  readonly author: string
  readonly nowMs: number
}

/** Writes who marks a question, and ends the claims of all others; false if somebody changed it since `version`. */
const store = (kysely: Kysely<Schema>, { orgId, queue, version, markers, author, nowMs }: Change): Promise<boolean> =>
  kysely.transaction().execute(async (transaction) => {
    const row = {
      ...{ org_id: orgId, exam_guid: queue.examGuid, version: queue.version, delivery_id: queue.deliveryId },
      ...{ question_id: queue.questionId, part: queue.part },
    }
    const { rows } = await sql<{ changes: number }>`
      insert into marking_allocation (org_id, exam_guid, version, delivery_id, question_id, part, changes, changed_by, changed_at)
      values (${sql.join(Object.values(row))}, 1, ${author}, ${nowMs})
      on conflict (org_id, exam_guid, version, delivery_id, question_id, part) do update set
        changes = marking_allocation.changes + 1, changed_by = excluded.changed_by, changed_at = excluded.changed_at
      where marking_allocation.changes = ${version}
      returning changes`.execute(transaction)
    if (Number(rows[0]?.changes) !== version + 1) {
      // What was inserted though the caller had seen a later version goes with the transaction.
      if (rows.length > 0) throw new StaleVersion()
      return false
    }
    await transaction
      .deleteFrom('marking_allocation_marker')
      .where((where) => where.and(row))
      .execute()
    if (markers.length > 0)
      await transaction
        .insertInto('marking_allocation_marker')
        .values(markers.map((user_guid) => ({ ...row, user_guid })))
        .execute()
    const others = markers.length > 0 ? sql`and user_guid not in (${sql.join(markers)})` : sql`and 1 = 0`
    // They are kept with their end, so that what was marked meanwhile without a network is taken still.
    await sql`update marking_claim set until_at = ${nowMs} where org_id = ${orgId} and question_id = ${queue.questionId}
      and part = ${queue.part} and until_at > ${nowMs} ${others} and form_run_guid in (
        select form_run_guid from response_mark where org_id = ${orgId} and exam_guid = ${queue.examGuid}
          and version = ${queue.version} and delivery_id = ${queue.deliveryId} and question_id = ${queue.questionId}
          and part = ${queue.part})`.execute(transaction)
    return true
  })

class StaleVersion extends Error {}

const storedAs = (kysely: Kysely<Schema>, change: Change): Promise<boolean> =>
  store(kysely, change).catch((error: unknown) => {
    if (error instanceof StaleVersion) return false
    throw error
  })

/** Says who marks a question. */
export const officeMarkingAllocateRoute = (context: MarkingContext) =>
  route(officeMarkingAllocate, async ({ caller, body, request }) => {
    const { database, clock } = context
    const { orgId } = caller
    const nowMs = clock.nowMs()
    const queue = readQueueId(body.queueID)
    const found = queue && (await readPlace(context, orgId, queue, nowMs))
    const isThere = found && questionsIn(found.read).some((one) => keyOfQuestion(one) === keyOfQuestion(queue))
    if (!queue || !isThere) return noQueueHere
    const wanted = [...new Set(body.userIDs)]
    const markers = found.possible.filter(({ user_id }) => wanted.includes(user_id)).map(({ user_guid }) => user_guid)
    if (markers.length < wanted.length) return refuse('NOT_ALLOWED', 'One of these people may not mark there.')
    const change = { orgId, queue, version: body.version, markers, author: caller.userGuid, nowMs }
    const isStored = await storedAs(database.kysely, change)
    const after = await readPlace(context, orgId, queue, nowMs)
    if (!after) return noQueueHere
    const allocation = allocationOf(after.read, queue)
    if (!isStored) return refuse('CHANGED_MEANWHILE', 'Somebody changed who marks this since.', { current: allocation })
    noteMarking(context, { caller, request }, 'allocated', { ...queue, markers: markers.length })
    return { ok: true, value: { allocation } }
  })

/** The questions of an exam, for whoever may decide in place of the key too. */
export const officeMarkingQuestionsRoute = (context: Context) =>
  route(officeMarkingQuestions, async ({ caller, query }) => {
    const asking = await askingOf(context, caller)
    const { examGuid, examVersion: version, deliveryID: deliveryId = '' } = query
    const together = { examGuid, version, deliveryId }
    const place = await selectTogether(context.database, caller.orgId, together)
    const loaded = place && (await loadWholeExam(context, examOf(caller.orgId, together)))
    const isTheirs = scopesWith(asking, 'marks.adjudicate').some((scope) => reaches(scope, together))
    if (!place || !loaded || !isTheirs) return noExamHere
    const questions = loaded.questions.flatMap((question) =>
      markedParts(question).map(({ part, marks, byPerson }) => {
        const { queueID, number, text } = queueFacts(loaded, place, { questionId: question.id, part })
        return { queueID, text, maxMarks: marks, isAutomatic: !byPerson, ...(number !== undefined && { number }) }
      }),
    )
    return { ok: true, value: { questions, asOf: iso(asking.nowMs) } }
  })
