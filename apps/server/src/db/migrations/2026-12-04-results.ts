import type { Migration } from '../migration.ts'

/** Outcomes, result sets with their rows, and who has seen them (decision 171). */
export const results: Migration = {
  name: '2026-12-04-results',
  statements: () => [
    `create table outcome_entry (
      org_id bigint not null, delivery_id text not null, user_guid text not null, number bigint not null,
      act text not null, outcome text, reason text not null, author text not null, at bigint not null, request_id text not null,
      primary key (org_id, delivery_id, user_guid, number))`,
    'create index outcome_entry_by_person on outcome_entry (org_id, user_guid)',
    'create index outcome_entry_by_request on outcome_entry (org_id, delivery_id, request_id)',
    `create table marking_closing (
      org_id bigint not null, delivery_id text not null, number bigint not null, is_closed bigint not null, waiting bigint not null,
      reason text not null, author text not null, at bigint not null,
      primary key (org_id, delivery_id, number))`,
    `create table result_set (
      org_id bigint not null, delivery_id text not null, set_number bigint not null, state text not null,
      computed_by text not null, computed_at bigint not null, reason text, request_id text not null, rules_version bigint not null,
      people bigint not null, outcomes text not null, hash text not null,
      signed_by text, signed_at bigint, confirmed_by text, confirmed_at bigint, waiver text, frozen_at bigint,
      release_at bigint, release_by text, begun_at bigint, late_ms bigint, released_at bigint,
      withdrawn_by text, withdrawn_at bigint, withdrawn_reason text,
      primary key (org_id, delivery_id, set_number))`,
    'create index result_set_to_freeze on result_set (confirmed_at) where confirmed_at is not null and frozen_at is null',
    'create index result_set_to_release on result_set (release_at) where release_at is not null and released_at is null',
    `create table result_row (
      org_id bigint not null, delivery_id text not null, set_number bigint not null, user_guid text not null,
      form_run_guid text, exam_version bigint, outcome text not null, is_withheld bigint not null, waiting bigint not null,
      sittings bigint not null, score bigint, max_score bigint, grade text, passed bigint,
      handed_in_at bigint, marks text, inputs text not null,
      reasons text, reasons_salt text, reasons_hash text not null, hash text not null,
      frozen_at bigint, settled_at bigint, is_told bigint not null,
      primary key (org_id, delivery_id, set_number, user_guid))`,
    'create index result_row_by_person on result_row (org_id, user_guid)',
    'create index result_row_by_run on result_row (org_id, form_run_guid, set_number)',
    `create table result_seen (
      org_id bigint not null, delivery_id text not null, set_number bigint not null, user_guid text not null, seen_at bigint not null,
      primary key (org_id, delivery_id, set_number, user_guid))`,
    'create index result_seen_by_person on result_seen (org_id, user_guid)',
  ],
}
