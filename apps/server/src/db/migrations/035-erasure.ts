import type { Migration } from '../migration.ts'

/** What stays of what was erased: of each save its place in the chain and a hash, and since when a person and a form run are erased. */
export const erasure: Migration = {
  version: 35,
  name: 'erasure',
  statements: () => [
    `create table erased_save (
      org_id bigint not null, form_run_guid text not null, number bigint not null, sequence bigint not null,
      content_hash text not null, link text not null, primary key (org_id, form_run_guid, number))`,
    `create table erased_form_run (
      org_id bigint not null, form_run_guid text not null, erased_at bigint not null, primary key (org_id, form_run_guid))`,
    `create table erased_person (
      org_id bigint not null, user_guid text not null, erased_at bigint not null, primary key (org_id, user_guid))`,
  ],
}
