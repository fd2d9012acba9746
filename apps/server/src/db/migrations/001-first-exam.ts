import type { Migration } from '../migration.ts'

/** The tables of a first exam sat from sign-in to result. `org_id` comes first in every key: the schema can be spread by it. */
export const firstExam: Migration = {
  version: 1,
  name: 'first exam',
  statements: ({ bytes }) => [
    `create table organisation (
      org_id bigint primary key, name text not null, url_token text not null unique, details text not null)`,
    `create table setting (
      org_id bigint not null, name text not null, value text not null, primary key (org_id, name))`,
    `create table message (
      org_id bigint not null, language_id bigint not null, message_id text not null, text text not null,
      primary key (org_id, language_id, message_id))`,
    `create table person (
      org_id bigint not null, user_guid text not null, user_id bigint not null, username text not null,
      password_hash text not null, first_name text not null, last_name text not null, date_of_birth text,
      learner_identifier text, email text, language_id bigint not null, admin bigint not null, user_type_id bigint not null,
      suspended bigint not null,
      primary key (org_id, user_guid), unique (org_id, username), unique (org_id, user_id))`,
    `create table session (
      org_id bigint not null, session_id text not null, user_guid text not null, refresh_hash text not null,
      previous_refresh_hash text, started_at bigint not null, refreshed_at bigint not null, ended_at bigint, end_reason text,
      primary key (org_id, session_id))`,
    'create index session_by_person on session (org_id, user_guid)',
    `create table exam (
      org_id bigint not null, exam_guid text not null, version bigint not null, name text not null, content text not null,
      imported_at bigint not null, primary key (org_id, exam_guid, version))`,
    `create table exam_resource (
      org_id bigint not null, exam_guid text not null, version bigint not null, path text not null, media_type text not null,
      bytes ${bytes} not null, primary key (org_id, exam_guid, version, path))`,
    `create table schedule (
      org_id bigint not null, schedule_guid text not null, user_guid text not null, exam_guid text not null,
      version bigint not null, schedule_type bigint not null, info text not null, start_at bigint, complete_at bigint,
      practice bigint not null, password_hash text, cant_start_message text, extra_time_seconds bigint,
      primary key (org_id, schedule_guid))`,
    'create index schedule_by_person on schedule (org_id, user_guid)',
    `create table schedule_pass (
      org_id bigint not null, schedule_guid text not null, session_id text not null, passed_at bigint not null,
      primary key (org_id, schedule_guid, session_id))`,
    `create table form_run (
      org_id bigint not null, form_run_guid text not null, form_run_id bigint not null, schedule_guid text not null,
      user_guid text not null, exam_guid text not null, version bigint not null, started_at bigint not null,
      completed_at bigint, time_remaining_ms bigint, elapsed_ms bigint not null, clock_difference_ms bigint not null,
      page text, last_sequence bigint not null, public_user_name text,
      primary key (org_id, form_run_guid), unique (org_id, schedule_guid), unique (org_id, form_run_id))`,
    `create table answer (
      org_id bigint not null, form_run_guid text not null, question_id text not null, sequence bigint not null,
      writer_id text not null, answer text not null, workings text not null, bookmarked bigint not null,
      saved_at bigint not null, primary key (org_id, form_run_guid, question_id))`,
    `create table answer_event (
      org_id bigint not null, form_run_guid text not null, request_id text not null, question_id text not null,
      sequence bigint not null, writer_id text not null, answer text not null, workings text not null,
      bookmarked bigint not null, client_time text, received_at bigint not null, outcome text not null,
      primary key (org_id, form_run_guid, request_id))`,
    `create table activity (
      org_id bigint not null, form_run_guid text not null, activity_id text not null, type bigint not null,
      value text not null, received_at bigint not null, primary key (org_id, form_run_guid, activity_id))`,
    `create table mark (
      org_id bigint not null, form_run_guid text not null, question_id text not null, score double precision not null,
      max_score double precision not null, needs_person bigint not null,
      primary key (org_id, form_run_guid, question_id))`,
    `create table error_report (
      org_id bigint not null, report_id text not null, received_at bigint not null, report text not null,
      primary key (org_id, report_id))`,
    `create table counter (
      org_id bigint not null, name text not null, value bigint not null, primary key (org_id, name))`,
  ],
}
