import type { Migration } from '../migration.ts'

/** Decisions about the questions of a delivery, and its grade boundaries, by versions (decision 172). */
export const resultRules: Migration = {
  name: '2026-12-04-result-rules',
  statements: () => [
    `create table result_rules (
      org_id bigint not null, delivery_id text not null, version bigint not null,
      decisions text not null, boundaries text, pass_mark text,
      reason text not null, author text not null, at bigint not null, restored bigint, preview_hash text,
      previous_hash text not null, hash text not null,
      primary key (org_id, delivery_id, version))`,
  ],
}
