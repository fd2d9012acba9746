import type { Migration } from '../migration.ts'

/** The generations of the database, so that one that was set back is noticed; and how many saves a form run has taken. */
export const generation: Migration = {
  version: 14,
  name: 'generation',
  statements: () => [
    `create table server_generation (
      number bigint not null, generation text not null, since_at bigint not null, because text not null, mark text not null,
      beats bigint not null, primary key (number))`,
    'alter table form_run add column saves bigint not null default 0',
  ],
}
