import { officeSetOutcomes, officeWithholdResults } from '@sitwell/contract'
import type { Kysely } from 'kysely'
import type { DeliveryTable, OutcomeEntryTable, Schema } from '../db/schema.ts'
import { type RefusedOutcome, refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { stopReleaseMails } from '../mail-outbox/index.ts'
import { lineOf } from '../office/places/names.ts'
import { listedRows, shownRows } from './list-rows.ts'
import { noteResults } from './note-results.ts'
import { type PersonOfDelivery, selectPeople } from './people.ts'
import {
  type Asking,
  askingOf,
  findResults,
  holdResults,
  noDeliveryHere,
  placeOf,
  type ResultsContext,
} from './results-context.ts'

type Context = Pick<ResultsContext, 'clock' | 'database' | 'exams' | 'securityLog'>

/** Whom something is decided about, each with the newest entry that was shown. */
type Wanted = readonly { readonly userID: number; readonly basedOn: number }[]

/** What an entry says of each of them. */
type Entry = Pick<OutcomeEntryTable, 'act' | 'outcome' | 'reason'>

type Judged = RefusedOutcome<'INVALID_REQUEST' | 'NOT_ALLOWED' | 'NOT_FOUND'> | 'changed' | 'repeated' | 'stored'

const nobodyHere = refuse('NOT_FOUND', 'Somebody who is named has no place in this delivery.')
const ownResult = refuse('NOT_ALLOWED', 'Nobody decides about their own result.')
const hasNotSat = refuse('INVALID_REQUEST', 'Somebody who is named has completed no sitting here.', {
  details: [{ path: 'body.outcome', message: 'not-sat' }],
})

const judge = (people: readonly PersonOfDelivery[], wanted: Wanted, entry: Entry, author: string): Judged => {
  const based = new Map(wanted.map(({ userID, basedOn }) => [userID, basedOn]))
  if (people.length !== based.size || people.some(({ isErased }) => isErased)) return nobodyHere
  if (people.some(({ userGuid }) => userGuid === author)) return ownResult
  if (entry.outcome === 'sat' && people.some(({ sitting }) => !sitting)) return hasNotSat
  return people.some(({ userId, decisions }) => decisions.newest !== based.get(userId)) ? 'changed' : 'stored'
}

/** Whether a request of this id has stored entries before. */
const isRepeated = async (kysely: Kysely<Schema>, { org_id, delivery_id }: DeliveryTable, requestId: string | undefined) =>
  requestId !== undefined &&
  (await kysely
    .selectFrom('outcome_entry')
    .select('number')
    .where('org_id', '=', org_id)
    .where('delivery_id', '=', delivery_id)
    .where('request_id', '=', requestId)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Writes an entry about each of these people: all or nothing. */
const decide = async (
  { database }: Pick<Context, 'database'>,
  { nowMs, userGuid }: Asking,
  delivery: DeliveryTable,
  { wanted, entry, requestId }: { readonly wanted: Wanted; readonly entry: Entry; readonly requestId: string | undefined },
): Promise<Judged> =>
  database.kysely.transaction().execute(async (kysely): Promise<Judged> => {
    await holdResults(kysely, placeOf(delivery))
    if (await isRepeated(kysely, delivery, requestId)) return 'repeated'
    const ids = new Set(wanted.map(({ userID }) => userID))
    const all = await selectPeople({ kysely, dialect: database.dialect }, delivery, nowMs)
    const people = all.filter(({ userId }) => ids.has(userId))
    const judged = judge(people, wanted, entry, userGuid)
    if (judged !== 'stored') return judged
    await kysely
      .insertInto('outcome_entry')
      .values(
        people.map((person) => ({
          ...{ org_id: delivery.org_id, delivery_id: delivery.delivery_id, user_guid: person.userGuid },
          ...{ ...entry, number: person.decisions.newest + 1, author: userGuid, at: nowMs, request_id: requestId ?? '' },
        })),
      )
      .execute()
    if (entry.act === 'withheld') {
      const userGuids = people.map(({ userGuid: guid }) => guid)
      await stopReleaseMails(kysely, { ...placeOf(delivery), userGuids, reason: 'withheld', nowMs })
    }
    return judged
  })

const changedMeanwhile = async (context: Context, asking: Asking, delivery: DeliveryTable, wanted: Wanted) => {
  const ids = new Set(wanted.map(({ userID }) => userID))
  const rows = (await listedRows(context, asking, delivery, 'now')) ?? []
  const named = rows.filter(({ userId }) => userId !== undefined && ids.has(userId))
  return refuse('CHANGED_MEANWHILE', 'Somebody else decided about one of these people meanwhile.', {
    current: { rows: await shownRows(context, asking.orgId, named) },
  })
}

/** Decides the outcome of people. */
export const officeSetOutcomesRoute = (context: Context) =>
  route(officeSetOutcomes, async ({ caller, body, request }) => {
    const asking = await askingOf(context, caller)
    const delivery = await findResults(context.database, asking, body.deliveryID, 'results.confirm')
    if (!delivery) return noDeliveryHere
    const { people: wanted, requestId } = body
    const outcome = body.outcome === 'derived' ? null : body.outcome
    const entry = { act: 'outcome', outcome, reason: lineOf(body.reason) } as const
    const judged = await decide(context, asking, delivery, { wanted, entry, requestId })
    if (judged === 'changed') return changedMeanwhile(context, asking, delivery, wanted)
    if (typeof judged === 'object') return judged
    if (judged === 'stored') noteResults(context, { caller, request, delivery, act: 'outcomes-decided', people: wanted.length })
    return { ok: true, value: { people: wanted.length } }
  })

/** Withholds the results of people, or ends that. */
export const officeWithholdResultsRoute = (context: Context) =>
  route(officeWithholdResults, async ({ caller, body, request }) => {
    const asking = await askingOf(context, caller)
    const delivery = await findResults(context.database, asking, body.deliveryID, 'results.confirm')
    if (!delivery) return noDeliveryHere
    const { people: wanted, requestId } = body
    const act = body.isWithheld ? 'withheld' : 'given'
    const entry = { act, outcome: null, reason: lineOf(body.reason) } as const
    const judged = await decide(context, asking, delivery, { wanted, entry, requestId })
    if (judged === 'changed') return changedMeanwhile(context, asking, delivery, wanted)
    if (typeof judged === 'object') return judged
    if (judged === 'stored') noteResults(context, { caller, request, delivery, act, people: wanted.length })
    return { ok: true, value: { people: wanted.length } }
  })
