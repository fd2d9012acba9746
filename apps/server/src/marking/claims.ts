import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { MarkingClaimTable, Schema } from '../db/schema.ts'
import type { Queue, ResponseName } from './ids.ts'

/** Milliseconds for which a response is given to a marker; each use of their page begins them anew. */
export const claimMs = 10 * 60_000

/** Responses that are looked at for each that is wanted, and how often: others may take them in the same moment. */
const candidatesForEach = 8
const mostTries = 5

/** Who claims, and when (Unix ms). */
export interface Claimer {
  readonly orgId: number
  readonly userGuid: string
  readonly nowMs: number
}

const placeOf = ({ formRunGuid, questionId, part }: ResponseName) => ({
  form_run_guid: formRunGuid,
  question_id: questionId,
  part,
})

/** That nobody else holds a row of `response_mark`. */
export const isFree = ({ userGuid, nowMs }: Claimer, row = 'response_mark'): RawBuilder<SqlBool> => {
  const of = (column: string) => sql.ref(`${row}.${column}`)
  return sql<SqlBool>`not exists (select 1 from marking_claim as held where held.org_id = ${of('org_id')}
    and held.form_run_guid = ${of('form_run_guid')} and held.question_id = ${of('question_id')} and held.part = ${of('part')}
    and held.until_at > ${nowMs} and held.user_guid <> ${userGuid})`
}

/**
 * Claims a response, or keeps the caller's own claim of it for longer; undefined if somebody else holds it. One statement, so that of two who ask in the same moment one gets
 * it (OFFICE-304).
 */
export const claim = async (
  kysely: Kysely<Schema>,
  { orgId, userGuid, nowMs }: Claimer,
  response: ResponseName,
): Promise<MarkingClaimTable | undefined> => {
  const { form_run_guid, question_id, part } = placeOf(response)
  const { rows } = await sql<MarkingClaimTable>`
    insert into marking_claim (org_id, form_run_guid, question_id, part, user_guid, since, until_at)
    values (${orgId}, ${form_run_guid}, ${question_id}, ${part}, ${userGuid}, ${nowMs}, ${nowMs + claimMs})
    on conflict (org_id, form_run_guid, question_id, part) do update set
      since = case when marking_claim.user_guid = excluded.user_guid and marking_claim.until_at > ${nowMs} then marking_claim.since
        else excluded.since end,
      user_guid = excluded.user_guid, until_at = excluded.until_at
    where marking_claim.user_guid = excluded.user_guid or marking_claim.until_at <= ${nowMs}
    returning *`.execute(kysely)
  return rows[0]
}

/** Keeps a claim that still is the caller's for as long again. One that has run out isn't renewed: somebody else may have been given the response since. */
export const renew = async (kysely: Kysely<Schema>, { orgId, userGuid, nowMs }: Claimer, response: ResponseName) => {
  const { form_run_guid, question_id, part } = placeOf(response)
  return kysely
    .updateTable('marking_claim')
    .set({ until_at: nowMs + claimMs })
    .where('org_id', '=', orgId)
    .where('form_run_guid', '=', form_run_guid)
    .where('question_id', '=', question_id)
    .where('part', '=', part)
    .where('user_guid', '=', userGuid)
    .where('until_at', '>', nowMs)
    .returningAll()
    .executeTakeFirst()
}

/** The caller's claims that hold. */
export const selectClaims = (kysely: Kysely<Schema>, { orgId, userGuid, nowMs }: Claimer): Promise<MarkingClaimTable[]> =>
  kysely
    .selectFrom('marking_claim')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('user_guid', '=', userGuid)
    .where('until_at', '>', nowMs)
    .orderBy('since')
    .orderBy('form_run_guid')
    .execute()

/** Ends a claim of the caller: the response is free at once. */
export const release = async (
  kysely: Kysely<Schema>,
  { orgId, userGuid }: Claimer,
  response: ResponseName,
): Promise<number> => {
  const { form_run_guid, question_id, part } = placeOf(response)
  const { numDeletedRows } = await kysely
    .deleteFrom('marking_claim')
    .where('org_id', '=', orgId)
    .where('form_run_guid', '=', form_run_guid)
    .where('question_id', '=', question_id)
    .where('part', '=', part)
    .where('user_guid', '=', userGuid)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Ends all claims of the caller. */
export const releaseAll = async (kysely: Kysely<Schema>, { orgId, userGuid }: Claimer): Promise<number> => {
  const { numDeletedRows } = await kysely
    .deleteFrom('marking_claim')
    .where('org_id', '=', orgId)
    .where('user_guid', '=', userGuid)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Takes away claims that ran out before a moment (Unix ms): they say nothing any more. */
export const forgetClaims = (kysely: Kysely<Schema>, beforeMs: number) =>
  kysely.deleteFrom('marking_claim').where('until_at', '<', beforeMs).execute()

/** States of responses that a marker is given, in the order in which they are. */
const given = ['changed', 'waiting'] as const

/** Which responses of a queue somebody may be given. */
export interface Wanted {
  readonly claimer: Claimer
  readonly queue: Queue
  /** What else holds for a row of `response_mark`. */
  readonly condition: RawBuilder<SqlBool>
}

/**
 * The next responses of a queue that nobody holds, in the order in which they came into it. The index of queues is read from the first row on, and no further than what others hold or
 * the caller may not mark, so that it costs the same however many responses there are (OFFICE-310).
 */
export const nextResponses = ({ claimer, queue, condition }: Wanted, state: (typeof given)[number], limit: number) => sql<{
  readonly form_run_guid: string
}>`
    select response_mark.form_run_guid from response_mark
    where response_mark.org_id = ${claimer.orgId} and response_mark.exam_guid = ${queue.examGuid}
      and response_mark.version = ${queue.version} and response_mark.delivery_id = ${queue.deliveryId}
      and response_mark.question_id = ${queue.questionId} and response_mark.part = ${queue.part} and response_mark.state = ${state}
      and ${condition} and not exists (select 1 from marking_claim as own where own.org_id = response_mark.org_id
        and own.form_run_guid = response_mark.form_run_guid and own.question_id = response_mark.question_id
        and own.part = response_mark.part and own.until_at > ${claimer.nowMs})
    order by response_mark.changed_at, response_mark.form_run_guid
    limit ${limit}`

/** Claims some of these responses, beginning with the one at a place, until there are enough. */
const claimSome = async (
  kysely: Kysely<Schema>,
  { claimer, queue }: Wanted,
  formRunGuids: readonly string[],
  count: number,
): Promise<MarkingClaimTable[]> => {
  const claimed: MarkingClaimTable[] = []
  for (const formRunGuid of formRunGuids) {
    if (claimed.length >= count) break
    const one = await claim(kysely, claimer, { formRunGuid, questionId: queue.questionId, part: queue.part })
    if (one) claimed.push(one)
  }
  return claimed
}

/** The same list from another place on. */
const from = <One>(all: readonly One[], at: number): One[] => [...all.slice(at), ...all.slice(0, at)]

/** Claims responses in one state. Who loses some to others who ask in the same moment looks elsewhere next. */
const claimIn = async (
  kysely: Kysely<Schema>,
  wanted: Wanted,
  state: (typeof given)[number],
  { count, chance }: { readonly count: number; readonly chance: () => number },
): Promise<MarkingClaimTable[]> => {
  const claimed: MarkingClaimTable[] = []
  for (let attempt = 0; attempt < mostTries && claimed.length < count; attempt += 1) {
    const limit = (count - claimed.length) * candidatesForEach
    const { rows } = await nextResponses(wanted, state, limit).execute(kysely)
    const guids = from(
      rows.map(({ form_run_guid }) => form_run_guid),
      attempt === 0 ? 0 : Math.floor(chance() * rows.length),
    )
    claimed.push(...(await claimSome(kysely, wanted, guids, count - claimed.length)))
    if (rows.length === 0) break
  }
  return claimed
}

/** Claims up to `count` responses of a queue that nobody holds. `chance` gives numbers from 0 to below 1. */
export const claimNext = async (
  kysely: Kysely<Schema>,
  wanted: Wanted,
  count: number,
  chance: () => number,
): Promise<MarkingClaimTable[]> => {
  const changed = await claimIn(kysely, wanted, 'changed', { count, chance })
  if (changed.length >= count) return changed
  return [...changed, ...(await claimIn(kysely, wanted, 'waiting', { count: count - changed.length, chance }))]
}
