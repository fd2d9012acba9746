import type { Migration } from '../migration.ts'

/**
 * Courses of cmi5: who is registered for one, each launch of an AU, and the learning record store. Statements are only added; what they
 * speak of stands beside them, so that a query finds them without reading all. The places of documents and mentions are hashes, because
 * an IRI may be longer than what a key may have.
 */
export const cmi5: Migration = {
  version: 25,
  name: 'cmi5',
  statements: ({ bytes }) => [
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
    `create table xapi_mention (
      org_id bigint not null, hash text not null, number bigint not null, is_direct bigint not null,
      primary key (org_id, hash, number))`,
    `create table xapi_activity (
      org_id bigint not null, hash text not null, definition text not null, primary key (org_id, hash))`,
    `create table xapi_document (
      org_id bigint not null, owner text not null, registration text not null, document_id text not null, id_hash text not null,
      media_type text not null, content ${bytes} not null, etag text not null, updated_at bigint not null,
      primary key (org_id, owner, registration, id_hash))`,
  ],
}
