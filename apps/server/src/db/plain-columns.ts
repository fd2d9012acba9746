import type { Cmi5SessionTable, OfficeSessionTable, PersonTable, ProctoredSessionTable, SessionTable } from './schema.ts'

/** The names of all columns of a row; a column that is missing here does not compile. */
const namesOf = <Row>(columns: Readonly<Record<keyof Row & string, true>>) =>
  // Boundary: TypeScript gives keys of an object as any texts.
  Object.keys(columns) as (keyof Row & string)[]

/** The same for a query that joins other tables. */
const inTable = <Table extends string, Column extends string>(table: Table, columns: readonly Column[]) =>
  columns.map((column) => `${table}.${column}` as const)

/** The columns of a person, without the hash of their password. */
export const personColumns = namesOf<PersonTable>({
  org_id: true,
  user_guid: true,
  user_id: true,
  username: true,
  sign_in_name: true,
  first_name: true,
  last_name: true,
  date_of_birth: true,
  learner_identifier: true,
  email: true,
  language_id: true,
  admin: true,
  user_type_id: true,
  suspended: true,
  invigilator: true,
  phone: true,
  mfa_required: true,
  version: true,
  search_name: true,
  last_sign_in_at: true,
})

/** The columns of a sign-in, without the hashes of its refresh tokens. */
export const sessionColumns = namesOf<SessionTable>({
  org_id: true,
  session_id: true,
  user_guid: true,
  started_at: true,
  refreshed_at: true,
  ended_at: true,
  end_reason: true,
  mfa_pending: true,
  mfa_passed_at: true,
  address: true,
  place: true,
  device: true,
  made_by: true,
  rubric_confirmed_at: true,
  launch_until: true,
})

/** The columns of a session of the office, without the hash of its secret. */
export const officeSessionColumns = namesOf<OfficeSessionTable>({
  org_id: true,
  session_id: true,
  user_guid: true,
  started_at: true,
  used_at: true,
  ended_at: true,
  end_reason: true,
  mfa_pending: true,
  address: true,
  place: true,
  device: true,
})

/** {@link officeSessionColumns} with the name of the table. */
export const officeSessionColumnsInTable = inTable('office_session', officeSessionColumns)

/** The columns of a session with a proctoring provider, without the hash of its ticket. */
export const proctoredSessionColumns = namesOf<ProctoredSessionTable>({
  org_id: true,
  proctored_session_id: true,
  schedule_guid: true,
  user_guid: true,
  provider: true,
  asked_at: true,
  asked_in: true,
  ticket_until: true,
  ticket_used_by: true,
  session_id: true,
  started_at: true,
  ended_at: true,
  end_reason: true,
})

/** The columns of a launch of an AU, without the fingerprints of its secrets. */
export const cmi5SessionColumns = namesOf<Cmi5SessionTable>({
  org_id: true,
  session_guid: true,
  registration: true,
  sco_attempt_id: true,
  terms: true,
  so_far: true,
  launched_at: true,
  fetched_at: true,
  heard_at: true,
  initialized_at: true,
  terminated_at: true,
  abandoned_at: true,
})

/** {@link cmi5SessionColumns} with the name of the table. */
export const cmi5SessionColumnsInTable = inTable('cmi5_session', cmi5SessionColumns)
