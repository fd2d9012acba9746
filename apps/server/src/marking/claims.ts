import { type Kysely, sql } from 'kysely'
import type { MarkingClaimTable, Schema } from '../db/schema.ts'
import type { ResponseName } from './ids.ts'

/** Milliseconds for which a response is given to a marker; each use of their page begins them anew. */
export const claimMs = 10 * 60_000

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
