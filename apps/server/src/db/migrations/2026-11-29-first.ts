import type { Migration } from '../migration.ts'

/**
 * All tables of version 0.2.0. `org_id` comes first in every key but those of the servers' own tables, so that the schema can be spread by
 * organisation. Files are stored in chunks, each small enough to be written between two saves of answers.
 */
export const first: Migration = {
  name: '2026-11-29-first',
  statements: ({ bytes }) => [
    // `home`: the database in which it was first, by the name of that one's first generation; it moves with the organisation.
    `create table organisation (
      org_id bigint primary key, name text not null, url_token text not null unique, details text not null, home text)`,
    `create table setting (
      org_id bigint not null, name text not null, value text not null, primary key (org_id, name))`,
    `create table message (
      org_id bigint not null, language_id bigint not null, message_id text not null, text text not null,
      primary key (org_id, language_id, message_id))`,
    `create table person (
      org_id bigint not null, user_guid text not null, user_id bigint not null, username text not null,
      password_hash text not null, first_name text not null, last_name text not null, date_of_birth text,
      learner_identifier text, email text, language_id bigint not null, admin bigint not null,
      user_type_id bigint not null, suspended bigint not null, invigilator bigint not null default 0, phone text,
      mfa_required bigint not null default 0, sign_in_name text, primary key (org_id, user_guid),
      unique (org_id, username), unique (org_id, user_id))`,
    'create index person_sign_in_name on person (org_id, sign_in_name)',
    'create index person_without_sign_in_name on person (org_id) where sign_in_name is null',
    `create table session (
      org_id bigint not null, session_id text not null, user_guid text not null, refresh_hash text not null,
      previous_refresh_hash text, started_at bigint not null, refreshed_at bigint not null, ended_at bigint,
      end_reason text, mfa_pending bigint not null default 0, mfa_passed_at bigint, address text, made_by text,
      rubric_confirmed_at bigint, place text, device text, launch_until bigint, primary key (org_id, session_id))`,
    'create index session_by_person on session (org_id, user_guid)',
    'create index session_by_end on session (ended_at)',
    `create table exam (
      org_id bigint not null, exam_guid text not null, version bigint not null, name text not null, content text not null,
      imported_at bigint not null, primary key (org_id, exam_guid, version))`,
    `create table exam_resource (
      org_id bigint not null, exam_guid text not null, version bigint not null, path text not null,
      media_type text not null, size bigint not null default 0, primary key (org_id, exam_guid, version, path))`,
    `create table schedule (
      org_id bigint not null, schedule_guid text not null, user_guid text not null, exam_guid text not null,
      version bigint not null, schedule_type bigint not null, info text not null, start_at bigint, complete_at bigint,
      practice bigint not null, password_hash text, cant_start_message text, extra_time_seconds bigint,
      proctor_provider text, safe_exam_browser text, seed text, supports text, handed_out text,
      primary key (org_id, schedule_guid))`,
    'create index schedule_by_person on schedule (org_id, user_guid)',
    `create table schedule_pass (
      org_id bigint not null, schedule_guid text not null, session_id text not null, passed_at bigint not null,
      primary key (org_id, schedule_guid, session_id))`,
    `create table form_run (
      org_id bigint not null, form_run_guid text not null, form_run_id bigint not null, schedule_guid text not null,
      user_guid text not null, exam_guid text not null, version bigint not null, started_at bigint not null,
      completed_at bigint, time_remaining_ms bigint, elapsed_ms bigint not null, clock_difference_ms bigint not null,
      page text, last_sequence bigint not null, public_user_name text, part_id text, ends_at bigint,
      last_event bigint not null default 0, beyond_ms bigint not null default 0, heard_at bigint, silent_from bigint,
      silent_to bigint, silences text not null default '', marks_told_at bigint, paused_at bigint, ledger_hash text,
      held_until bigint, saves bigint not null default 0, history_count integer not null default 0, history_link text,
      earlier_silences text not null default '', primary key (org_id, form_run_guid), unique (org_id, schedule_guid),
      unique (org_id, form_run_id))`,
    'create index form_run_by_exam on form_run (org_id, exam_guid)',
    // The one index by which a save finds its form run, whatever the planner knows of the table (`write-saves-together.ts`).
    'create unique index form_run_by_guid on form_run (form_run_guid, org_id)',
    // The second condition hides it from the statement that writes saves: the planner would use it there instead of the key.
    'create index form_run_open_end on form_run (ends_at) where completed_at is null and ends_at is not null',
    `create table answer (
      org_id bigint not null, form_run_guid text not null, question_id text not null, sequence bigint not null,
      writer_id text not null, answer text not null, workings text not null, bookmarked bigint not null,
      saved_at bigint not null, primary key (org_id, form_run_guid, question_id))`,
    // `number` and `link` chain the saves of a form run; `history-chain.ts` makes them.
    `create table answer_event (
      org_id bigint not null, form_run_guid text not null, request_id text not null, question_id text not null,
      sequence bigint not null, writer_id text not null, answer text not null, workings text not null,
      bookmarked bigint not null, client_time text, received_at bigint not null, outcome text not null, late_ms bigint,
      typed_at bigint, judged text, evidence text, number integer, link text,
      primary key (org_id, form_run_guid, request_id))`,
    `create table activity (
      org_id bigint not null, form_run_guid text not null, activity_id text not null, type bigint not null,
      value text not null, received_at bigint not null, primary key (org_id, form_run_guid, activity_id))`,
    `create table mark (
      org_id bigint not null, form_run_guid text not null, question_id text not null, score double precision not null,
      max_score double precision not null, needs_person bigint not null, problem text,
      primary key (org_id, form_run_guid, question_id))`,
    `create table error_report (
      org_id bigint not null, report_id text not null, received_at bigint not null, report text not null,
      primary key (org_id, report_id))`,
    `create table counter (
      org_id bigint not null, name text not null, value bigint not null, primary key (org_id, name))`,
    `create table form_run_event (
      org_id bigint not null, form_run_guid text not null, number bigint not null, kind text not null, at bigint not null,
      author text not null, details text not null, previous_hash text, hash text,
      primary key (org_id, form_run_guid, number))`,
    `create table form_run_part (
      org_id bigint not null, form_run_guid text not null, part_id text not null, ends_at bigint, opens_at bigint,
      last_sequence bigint, primary key (org_id, form_run_guid, part_id))`,
    `create table mfa (
      org_id bigint not null, user_guid text not null, mfa_option bigint not null, secret text, last_step bigint,
      primary key (org_id, user_guid))`,
    `create table mfa_code (
      org_id bigint not null, user_guid text not null, purpose text not null, session_id text not null,
      code_hash text not null, tries bigint not null, expires_at bigint not null, primary key (org_id, user_guid, purpose))`,
    `create table mfa_device (
      org_id bigint not null, device_hash text not null, user_guid text not null, expires_at bigint not null,
      primary key (org_id, device_hash))`,
    `create table personal_token (
      org_id bigint not null, token_hash text not null, user_guid text not null, purpose text not null,
      expires_at bigint not null, made_by text, used_at bigint, used_by text, primary key (org_id, token_hash))`,
    'create index personal_token_by_person on personal_token (org_id, user_guid)',
    `create table attempt (
      org_id bigint not null, bucket text not null, level double precision not null, changed_at bigint not null,
      leak_ms double precision, primary key (org_id, bucket))`,
    `create table admin_login (
      org_id bigint not null, session_id text not null, admin_guid text not null, user_guid text not null,
      signed_in_at bigint not null, primary key (org_id, session_id))`,
    `create table uploaded_file (
      org_id bigint not null, file_guid text not null, form_run_guid text not null, content_guid text not null,
      file_name text not null, mime_type text not null, file_size bigint not null, sha256 text not null,
      position bigint not null, uploaded_at bigint not null, late_ms bigint, deleted_at bigint, question_id text,
      outcome text not null default 'applied', typed_at bigint, judged text, evidence text, accepted_at bigint,
      in_ledger bigint not null default 0, scan text, scan_note text, scanned_at bigint, primary key (org_id, file_guid))`,
    'create index uploaded_file_by_form_run on uploaded_file (org_id, form_run_guid)',
    // For the sweep of orphaned chunks, which looks up the file of each.
    'create index uploaded_file_by_content on uploaded_file (org_id, content_guid)',
    `create table file_chunk (
      org_id bigint not null, content_guid text not null, number bigint not null, received_at bigint not null,
      bytes ${bytes} not null, primary key (org_id, content_guid, number))`,
    `create table server_heartbeat (
      node text not null, server_at bigint not null, wall_at bigint not null, boot_id text, uptime_ms bigint not null,
      database_at bigint, held_since bigint, is_last bigint not null, reads bigint, primary key (node))`,
    `create table server_outage (
      from_at bigint not null, to_at bigint not null, primary key (from_at))`,
    `create table server_clock_word (
      number bigint not null, said_at bigint not null, applied_at bigint, primary key (number))`,
    `create table server_generation (
      number bigint not null, generation text not null, since_at bigint not null, because text not null,
      mark text not null, beats bigint not null, primary key (number))`,
    `create table announced_file (
      org_id bigint not null, file_guid text not null, form_run_guid text not null, content_guid text not null,
      file_name text not null, mime_type text not null, file_size bigint not null, sha256 text not null, question_id text,
      replaces text, announced_at bigint not null, verdict text not null, judged text not null, typed_at bigint,
      in_pause bigint not null, evidence text not null, received bigint not null, chunks bigint not null,
      received_at bigint, refused_at bigint, primary key (org_id, file_guid))`,
    'create index announced_file_by_form_run on announced_file (org_id, form_run_guid)',
    // For the same sweep.
    'create index announced_file_by_content on announced_file (org_id, content_guid)',
    `create table proctored_session (
      org_id bigint not null, proctored_session_id text not null, schedule_guid text not null, user_guid text not null,
      provider text not null, asked_at bigint not null, asked_in text not null, ticket_hash text, ticket_until bigint,
      ticket_used_by text, session_id text, started_at bigint, ended_at bigint, end_reason text,
      primary key (org_id, proctored_session_id))`,
    'create index proctored_session_of_schedule on proctored_session (org_id, schedule_guid)',
    `create table supervision_event (
      org_id bigint not null, schedule_guid text not null, number bigint not null, at bigint not null,
      author text not null, provider text not null, what text not null, text text not null,
      primary key (org_id, schedule_guid, number))`,
    `create table exam_resource_chunk (
      org_id bigint not null, exam_guid text not null, version bigint not null, path text not null,
      number bigint not null, bytes ${bytes} not null, primary key (org_id, exam_guid, version, path, number))`,
    `create table course (
      org_id bigint not null, course_guid text not null, version bigint not null, course_id bigint not null,
      name text not null, description text, standard text not null, content text not null, content_guid text not null,
      fingerprint text not null, imported_at bigint not null, primary key (org_id, course_guid, version))`,
    'create index course_by_content on course (org_id, content_guid)',
    // Files belong to an import and not to a course: an import that breaks off leaves files that no course names.
    `create table course_file (
      org_id bigint not null, content_guid text not null, path text not null, media_type text not null,
      size bigint not null, stored_at bigint not null, primary key (org_id, content_guid, path))`,
    `create table course_file_chunk (
      org_id bigint not null, content_guid text not null, path text not null, number bigint not null,
      bytes ${bytes} not null, primary key (org_id, content_guid, path, number))`,
    `create table course_attempt (
      org_id bigint not null, course_attempt_guid text not null, course_attempt_id bigint not null,
      user_guid text not null, course_guid text not null, version bigint not null, status bigint not null,
      given_at bigint not null, started_at bigint, ended_at bigint, sequencing_state text, cluster_attempts text,
      primary key (org_id, course_attempt_guid))`,
    'create index course_attempt_by_person on course_attempt (org_id, user_guid)',
    `create table sco_attempt (
      org_id bigint not null, sco_attempt_id bigint not null, sco_attempt_guid text not null,
      course_attempt_guid text not null, position bigint not null, status bigint not null, started_at bigint,
      ended_at bigint, data text not null, outcome text not null, number bigint not null, last_sequence bigint not null,
      over_from bigint, has_ended bigint not null, saves bigint not null, saved_at bigint,
      attempts bigint not null default 0, primary key (org_id, sco_attempt_id))`,
    'create unique index sco_attempt_by_course on sco_attempt (org_id, course_attempt_guid, position)',
    `create table sco_save (
      org_id bigint not null, sco_attempt_id bigint not null, entry bigint not null, save_guid text not null,
      number bigint not null, writer text not null, ends bigint not null, outcome text not null, status bigint not null,
      changes text not null, hash text not null, received_at bigint not null, primary key (org_id, sco_attempt_id, entry))`,
    'create unique index sco_save_by_guid on sco_save (org_id, sco_attempt_id, save_guid)',
    `create table cmi5_registration (
      org_id bigint not null, registration text not null, course_attempt_guid text not null, number bigint not null,
      user_guid text not null, home_page text not null, satisfied text not null, made_at bigint not null, ended_at bigint,
      ended_by text, primary key (org_id, registration))`,
    'create unique index cmi5_registration_by_course on cmi5_registration (org_id, course_attempt_guid, number)',
    `create table cmi5_session (
      org_id bigint not null, session_guid text not null, registration text not null, sco_attempt_id bigint not null,
      terms text not null, so_far text not null, fetch_hash text not null, token_hash text, launched_at bigint not null,
      fetched_at bigint, heard_at bigint, initialized_at bigint, terminated_at bigint, abandoned_at bigint,
      primary key (org_id, session_guid))`,
    'create unique index cmi5_session_by_fetch on cmi5_session (fetch_hash)',
    'create index cmi5_session_by_registration on cmi5_session (org_id, registration)',
    `create table xapi_statement (
      org_id bigint not null, number bigint not null, statement_id text not null, verb text not null, registration text,
      session_guid text, statement text not null, said text not null, stored_at bigint not null,
      primary key (org_id, number))`,
    'create unique index xapi_statement_by_id on xapi_statement (org_id, statement_id)',
    'create index xapi_statement_by_registration on xapi_statement (org_id, registration, number)',
    // `hash` here and below: an IRI may be longer than a key.
    `create table xapi_mention (
      org_id bigint not null, hash text not null, number bigint not null, is_direct bigint not null,
      primary key (org_id, hash, number))`,
    `create table xapi_activity (
      org_id bigint not null, hash text not null, definition text not null, primary key (org_id, hash))`,
    `create table xapi_document (
      org_id bigint not null, owner text not null, registration text not null, document_id text not null,
      id_hash text not null, media_type text not null, content ${bytes} not null, etag text not null,
      updated_at bigint not null, primary key (org_id, owner, registration, id_hash))`,
    `create table xapi_attachment (
      org_id bigint not null, number bigint not null, sha2 text not null, media_type text not null, size bigint not null,
      content ${bytes} not null, primary key (org_id, number, sha2))`,
    `create table xapi_reference (
      org_id bigint not null, number bigint not null, target_id text not null, primary key (org_id, number, target_id))`,
    'create index xapi_reference_by_target on xapi_reference (org_id, target_id)',
    `create table xapi_forward (
      org_id bigint not null, sent_through bigint not null, tries bigint not null, next_at bigint not null, problem text,
      failing_since bigint, primary key (org_id))`,
    `create table xapi_set_aside (
      org_id bigint not null, number bigint not null, reason text not null, set_aside_at bigint not null,
      primary key (org_id, number))`,
    `create table exam_password_guess (
      org_id bigint not null, schedule_guid text not null, wrong bigint not null, last_at bigint not null,
      primary key (org_id, schedule_guid))`,
    // `content`, and who and where, can be erased; `content_hash` stays, so that the chain can always be checked.
    `create table security_event (
      org_id bigint not null, number bigint not null, at bigint not null, kind text not null, content text,
      content_hash text not null, user_guid text, username text, address text, previous_hash text not null,
      hash text not null, primary key (org_id, number))`,
    'create index security_event_by_time on security_event (org_id, at)',
    'create index security_event_by_person on security_event (org_id, user_guid, at)',
    `create table security_chain (
      org_id bigint not null, number bigint not null, hash text not null, primary key (org_id))`,
    `create table erased_save (
      org_id bigint not null, form_run_guid text not null, number bigint not null, sequence bigint not null,
      content_hash text not null, link text not null, primary key (org_id, form_run_guid, number))`,
    `create table erased_form_run (
      org_id bigint not null, form_run_guid text not null, erased_at bigint not null, primary key (org_id, form_run_guid))`,
    `create table erased_person (
      org_id bigint not null, user_guid text not null, erased_at bigint not null, primary key (org_id, user_guid))`,
    // The row outlives those of its organisation.
    `create table moved_organisation (
      org_id bigint primary key, state text not null, target text not null, since_at bigint not null)`,
  ],
}
