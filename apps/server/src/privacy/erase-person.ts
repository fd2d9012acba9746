import type { Kysely } from 'kysely'
import { eraseFormRun } from '../assessment/answers/index.ts'
import type { Database } from '../db/database.ts'
import type { PersonTable, Schema } from '../db/schema.ts'
import { eraseCourses } from '../lms/erase-courses.ts'
import type { Passwords } from '../passwords.ts'
import { forgetReasons, withdrawRoles } from '../roles/change-grants.ts'
import { forgetInstallationReasons, leavesAnInstallationOwner, withdrawInstallation } from '../roles/installation-grants.ts'
import { erasedSearchName } from '../search-name.ts'
import { eraseEventsOf } from '../security-log/erase-events.ts'
import { erasedName } from './queries.ts'

/** What keeps a person from being erased. */
export interface NotErased {
  readonly ok: false
  readonly formRunsUnderWay: readonly string[]
  readonly isLastOwner: boolean
  /** It would take away something else than what was shown to whoever asked for it. */
  readonly isOutdated?: true
}
export type Erased = { readonly ok: true; readonly formRuns: number; readonly events: number } | NotErased

const all = { answers: true, files: true, activity: true, marks: true } as const

const waysIn = [
  ...(['session', 'office_session', 'mfa', 'mfa_code', 'mfa_device', 'recovery_code'] as const),
  ...(['personal_token', 'proctored_session'] as const),
] as const

/** Groups and accommodations are no way in, and go with the ways in: they tell who somebody was, and perhaps of their health. */
const ofPerson = [
  ...waysIn,
  ...(['accommodation_document_bytes', 'accommodation_document_opening'] as const),
  ...([
    'people_group_member',
    'accommodation',
    'accommodation_document',
    'people_import_row',
    'delivery_entry',
    'delivery_change_row',
  ] as const),
  ...(['marking_allocation_marker', 'marking_claim'] as const),
  ...(['live_page', 'live_attendance', 'live_action_person', 'mail_outbox'] as const),
] as const

/** Ways in, devices and codes; schedules that nobody has begun, with what happened before them. */
const eraseSignIn = async (kysely: Kysely<Schema>, person: PersonTable) => {
  const { org_id, user_guid } = person
  const begun = kysely.selectFrom('form_run').select('schedule_guid').where('org_id', '=', org_id)
  const own = kysely
    .selectFrom('schedule')
    .select('schedule_guid')
    .where('org_id', '=', org_id)
    .where('user_guid', '=', user_guid)
  await kysely.deleteFrom('schedule_pass').where('org_id', '=', org_id).where('schedule_guid', 'in', own).execute()
  await kysely
    .deleteFrom('supervision_event')
    .where('org_id', '=', org_id)
    .where('schedule_guid', 'in', own.where('schedule_guid', 'not in', begun))
    .execute()
  await kysely
    .deleteFrom('schedule')
    .where('org_id', '=', org_id)
    .where('user_guid', '=', user_guid)
    .where('schedule_guid', 'not in', begun)
    .execute()
  const actions = await kysely
    .selectFrom('live_action_person')
    .select('action_id')
    .where('org_id', '=', org_id)
    .where('user_guid', '=', user_guid)
    .execute()
  for (const table of ofPerson)
    await kysely.deleteFrom(table).where('org_id', '=', org_id).where('user_guid', '=', user_guid).execute()
  const ids = actions.map(({ action_id }) => action_id)
  // A statement takes a limited number of values.
  for (let from = 0; from < ids.length; from += 500) await dropActions(kysely, person, ids.slice(from, from + 500))
}

/** What staff did to nobody but them: it may name them. What was done to others too stays. */
const dropActions = (kysely: Kysely<Schema>, { org_id }: PersonTable, ids: readonly string[]) =>
  ids.length === 0
    ? undefined
    : kysely
        .deleteFrom('live_action')
        .where('org_id', '=', org_id)
        .where('action_id', 'in', ids)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('live_action_person')
                .select('live_action_person.action_id')
                .whereRef('live_action_person.org_id', '=', 'live_action.org_id')
                .whereRef('live_action_person.action_id', '=', 'live_action.action_id'),
            ),
          ),
        )
        .execute()

/** Why staff decided something about their results. That they decided it stays, and so do the rows of result sets, under the guid. */
const eraseReasons = async (kysely: Kysely<Schema>, { org_id, user_guid }: PersonTable) => {
  await kysely
    .updateTable('outcome_entry')
    .set({ reason: '' })
    .where('org_id', '=', org_id)
    .where('user_guid', '=', user_guid)
    .execute()
  await kysely
    .updateTable('result_row')
    .set({ reasons: null, reasons_salt: null })
    .where('org_id', '=', org_id)
    .where('user_guid', '=', user_guid)
    .execute()
}

/** What they uploaded and nobody accepted belongs to nobody, and is swept like all that is old. */
const dropUploads = (kysely: Kysely<Schema>, { org_id, user_guid }: PersonTable) =>
  kysely
    .updateTable('library_upload')
    .set({ user_guid: '', file_name: '', made_at: 0, stored_at: null })
    .where('org_id', '=', org_id)
    .where('user_guid', '=', user_guid)
    .execute()

/** Withdraws what roles they have, and the installation. That they had them stays, under their guid; the reasons of earlier withdrawals may name them, and go. */
const closeGrants = async (kysely: Kysely<Schema>, person: PersonTable, nowMs: number) => {
  const acting = { author: 'erasure', nowMs, reason: '' }
  if (!(await leavesAnInstallationOwner(kysely, person, nowMs))) return 'last owner'
  const outcome = await withdrawRoles(kysely, person, () => true, acting)
  if (outcome === 'last owner') return outcome
  const isTheirs = (row: Pick<PersonTable, 'org_id' | 'user_guid'>) =>
    row.org_id === person.org_id && row.user_guid === person.user_guid
  await withdrawInstallation(kysely, isTheirs, acting)
  await forgetInstallationReasons(kysely, person)
  await forgetReasons(kysely, person)
  return outcome
}

/**
 * Takes away all that is known of a person. What stays names nobody: their guid and number, in ledgers whose hashes are over it, and
 * the hashes of what was taken. The account lets nobody in any more. Nothing is taken while an exam of theirs is under way.
 */
export const erasePerson = async (
  { kysely }: Database,
  person: PersonTable,
  {
    nowMs,
    passwords,
    isAsShown,
  }: {
    readonly nowMs: number
    readonly passwords: Passwords
    /** Whether the person is as they were shown to whoever asked for it; asked in the transaction that erases them. */
    readonly isAsShown?: (transaction: Kysely<Schema>) => Promise<boolean>
  },
): Promise<Erased> => {
  const { org_id: orgId, user_guid } = person
  const nobodys = await passwords.hash(crypto.randomUUID())
  return kysely.transaction().execute(async (transaction): Promise<Erased> => {
    const runs = await transaction
      .selectFrom('form_run')
      .select(['form_run_guid', 'completed_at'])
      .where('org_id', '=', orgId)
      .where('user_guid', '=', user_guid)
      .execute()
    const underWay = runs.filter(({ completed_at }) => completed_at === null)
    if (underWay.length > 0)
      return { ok: false, formRunsUnderWay: underWay.map(({ form_run_guid }) => form_run_guid), isLastOwner: false }
    if (isAsShown && !(await isAsShown(transaction)))
      return { ok: false, formRunsUnderWay: [], isLastOwner: false, isOutdated: true }
    if ((await closeGrants(transaction, person, nowMs)) === 'last owner')
      return { ok: false, formRunsUnderWay: [], isLastOwner: true }
    for (const { form_run_guid: formRunGuid } of runs) await eraseFormRun(transaction, { orgId, formRunGuid }, all, nowMs)
    await eraseSignIn(transaction, person)
    await dropUploads(transaction, person)
    await eraseCourses(transaction, person)
    await eraseReasons(transaction, person)
    await transaction.deleteFrom('error_report').where('org_id', '=', orgId).where('report', 'like', `%${user_guid}%`).execute()
    const events = await eraseEventsOf(transaction, person)
    await transaction
      .updateTable('person')
      .set((set) => ({
        version: set('version', '+', 1),
        username: erasedName(person.user_id),
        sign_in_name: erasedName(person.user_id),
        search_name: erasedSearchName,
        last_sign_in_at: 0,
        password_hash: nobodys,
        first_name: '',
        last_name: '',
        date_of_birth: null,
        learner_identifier: null,
        email: null,
        phone: null,
        admin: 0,
        invigilator: 0,
        suspended: 1,
      }))
      .where('org_id', '=', orgId)
      .where('user_guid', '=', user_guid)
      .execute()
    await transaction
      .insertInto('erased_person')
      .values({ org_id: orgId, user_guid, erased_at: nowMs })
      .onConflict((conflict) => conflict.columns(['org_id', 'user_guid']).doNothing())
      .execute()
    return { ok: true, formRuns: runs.length, events }
  })
}
