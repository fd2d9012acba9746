import type { Erasure } from '@sitwell/contract'
import type { Kysely } from 'kysely'
import { personColumns } from '../db/plain-columns.ts'
import type { PersonTable, Schema } from '../db/schema.ts'
import { leavesAnInstallationOwner } from '../roles/installation-grants.ts'
import { keepsAnOwner } from '../roles/may.ts'
import { lockOwners } from '../roles/queries.ts'
import { sha256 } from '../sha256.ts'
import { countRowsOfPerson } from './rows-of-person.ts'
import type { TableOfPerson } from './tables-of-person.ts'

/** The tables whose rows make up the number of what is erased; nothing is counted of what has none. */
const countedIn: readonly (readonly [Erasure['erased'][number]['what'], readonly TableOfPerson[] | undefined])[] = [
  ['account', undefined],
  ['ways-in', undefined],
  ['answers', ['answer']],
  ['files', ['uploaded_file']],
  ['activity', undefined],
  ['marks', ['mark']],
  ['courses', ['course_attempt', 'cmi5_registration']],
  ['groups', ['people_group_member']],
  ['accommodations', ['accommodation']],
  ['accommodation-documents', ['accommodation_document_bytes']],
  ['events', ['security_event']],
]

/** What changes by a sign-in or by a look at the person, and matters to nobody who decides about an erasure. */
const passing: readonly TableOfPerson[] = [
  ...(['session', 'office_session', 'mfa_code', 'personal_token', 'admin_login', 'security_event', 'activity'] as const),
  ...(['mfa_device', 'recovery_code', 'mfa', 'live_page', 'accommodation_document_opening'] as const),
]

const ownRows = (
  transaction: Kysely<Schema>,
  table: 'form_run' | 'installation_grant' | 'role_grant' | 'schedule',
  person: PersonTable,
) => transaction.selectFrom(table).where('org_id', '=', person.org_id).where('user_guid', '=', person.user_guid)

/** Grants that are in force, or will be: of roles, and of the installation. */
const selectOpenGrants = async (transaction: Kysely<Schema>, person: PersonTable, nowMs: number) => {
  const openIn = (table: 'installation_grant' | 'role_grant') =>
    ownRows(transaction, table, person)
      .select(`${table}.grant_id`)
      .where(`${table}.withdrawn_at`, 'is', null)
      .where((of) => of.or([of(`${table}.valid_until`, 'is', null), of(`${table}.valid_until`, '>', nowMs)]))
      .orderBy(`${table}.grant_id`)
      .execute()
  return [...(await openIn('role_grant')), ...(await openIn('installation_grant'))]
}

const hindranceOf = async (transaction: Kysely<Schema>, person: PersonTable, nowMs: number) => {
  const open = await ownRows(transaction, 'form_run', person)
    .select('form_run.form_run_guid')
    .where('form_run.completed_at', 'is', null)
    .executeTakeFirst()
  if (open) return 'sitting-under-way' as const
  if (!(await leavesAnInstallationOwner(transaction, person, nowMs))) return 'last-owner' as const
  const owners = await lockOwners(transaction, person.org_id)
  const own = await ownRows(transaction, 'role_grant', person).select('role_grant.grant_id').execute()
  return keepsAnOwner(owners, new Set(own.map(({ grant_id }) => grant_id)), nowMs) ? undefined : ('last-owner' as const)
}

/** What erasing a person would do, within a transaction. Its hash is over all that somebody would want to see before they decide. */
export const previewErasure = async (transaction: Kysely<Schema>, whom: PersonTable, nowMs: number): Promise<Erasure> => {
  const person = await transaction
    .selectFrom('person')
    .select(personColumns)
    .where('org_id', '=', whom.org_id)
    .where('user_guid', '=', whom.user_guid)
    .executeTakeFirstOrThrow()
  const counts = await countRowsOfPerson({ kysely: transaction }, person)
  const countOf = (...tables: readonly TableOfPerson[]) => tables.reduce((sum, table) => sum + (counts.get(table) ?? 0), 0)
  const grants = await selectOpenGrants(transaction, person, nowMs)
  const hindrance = await hindranceOf(transaction, person, nowMs)
  const sittings = countOf('form_run')
  const hashed = [...counts].filter(([table]) => !passing.includes(table))
  return {
    userID: person.user_id,
    erased: [
      ...countedIn.map(([what, tables]) => ({ what, ...(tables && { count: countOf(...tables) }) })),
      { what: 'schedules', count: Math.max(0, countOf('schedule') - sittings) },
      { what: 'roles', count: grants.length },
    ],
    kept: [
      { what: 'number' },
      { what: 'ledgers', count: sittings },
      { what: 'hashes', count: countOf('answer_event', 'erased_save') },
      { what: 'role-history', count: countOf('role_grant', 'installation_grant') },
      { what: 'record' },
      { what: 'backups' },
    ],
    ...(hindrance && { hindrance }),
    canUndo: false,
    hash: sha256(JSON.stringify([person.user_guid, person.version, hindrance, grants.map(({ grant_id }) => grant_id), hashed])),
  }
}
