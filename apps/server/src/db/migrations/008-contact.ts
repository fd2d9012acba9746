import type { Migration } from '../migrate.ts'

/** When the server heard of a form run, and the stretches in which it did not. */
export const contact: Migration = {
  version: 8,
  name: 'contact',
  statements: () => [
    'alter table form_run add column heard_at bigint',
    'alter table form_run add column silent_from bigint',
    'alter table form_run add column silent_to bigint',
    "alter table form_run add column silences text not null default ''",
  ],
}
