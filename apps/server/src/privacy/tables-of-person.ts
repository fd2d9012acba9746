import type { Schema } from '../db/schema.ts'

/** By what a table's rows are a person's. */
type Key = 'user_guid' | 'form_run_guid' | 'schedule_guid' | 'course_attempt_guid' | 'sco_attempt_id' | 'registration'

/** Every table that says something of a person, and how it is known whose its rows are. A test holds this list against the schema. */
export const tablesOfPerson = {
  person: 'user_guid',
  session: 'user_guid',
  mfa: 'user_guid',
  mfa_code: 'user_guid',
  mfa_device: 'user_guid',
  personal_token: 'user_guid',
  admin_login: 'user_guid',
  role_grant: 'user_guid',
  installation_grant: 'user_guid',
  people_group_member: 'user_guid',
  accommodation: 'user_guid',
  people_import_row: 'user_guid',
  delivery_entry: 'user_guid',
  delivery_change_row: 'user_guid',
  marking_allocation_marker: 'user_guid',
  marking_claim: 'user_guid',
  live_action_person: 'user_guid',
  live_attendance: 'user_guid',
  live_page: 'user_guid',
  mail_outbox: 'user_guid',
  outcome_entry: 'user_guid',
  result_row: 'user_guid',
  result_seen: 'user_guid',
  office_session: 'user_guid',
  recovery_code: 'user_guid',
  library_upload: 'user_guid',
  security_event: 'user_guid',
  schedule: 'user_guid',
  schedule_pass: 'schedule_guid',
  supervision_event: 'schedule_guid',
  proctored_session: 'user_guid',
  form_run: 'user_guid',
  form_run_event: 'form_run_guid',
  form_run_part: 'form_run_guid',
  answer: 'form_run_guid',
  answer_event: 'form_run_guid',
  erased_save: 'form_run_guid',
  erased_form_run: 'form_run_guid',
  erased_person: 'user_guid',
  activity: 'form_run_guid',
  mark: 'form_run_guid',
  mark_entry: 'form_run_guid',
  response_mark: 'form_run_guid',
  sitting_note: 'form_run_guid',
  uploaded_file: 'form_run_guid',
  announced_file: 'form_run_guid',
  course_attempt: 'user_guid',
  cmi5_registration: 'user_guid',
  course_reset: 'course_attempt_guid',
  sco_attempt: 'course_attempt_guid',
  sco_save: 'sco_attempt_id',
  xapi_statement: 'registration',
  xapi_document: 'registration',
} as const satisfies Partial<Record<keyof Schema, Key>>

export type TableOfPerson = keyof typeof tablesOfPerson

/** Columns that are secrets, or hashes of them: nobody is given these, the person neither. */
export const secretColumns: ReadonlySet<string> = new Set([
  'password_hash',
  'refresh_hash',
  'previous_refresh_hash',
  'secret',
  'secret_hash',
  'code_hash',
  'device_hash',
  'token_hash',
  'used_by',
  // Of an upload: answer keys.
  'exam_content',
  'ticket_hash',
  'ticket_used_by',
  // By it the hash of what was erased could be tried.
  'reasons_salt',
])
