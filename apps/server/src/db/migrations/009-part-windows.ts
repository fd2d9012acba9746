import type { Migration } from '../migration.ts'

/**
 * When answers of a part count: from when on, and up to which number once it is closed; and since when a form run is paused. Empty until the next event of a ledger, as
 * before: a form run that is under way is held to it from then on.
 */
export const partWindowColumns: Migration = {
  version: 9,
  name: 'part windows',
  statements: () => [
    'alter table form_run_part add column opens_at bigint',
    'alter table form_run_part add column last_sequence bigint',
    'alter table form_run add column paused_at bigint',
  ],
}
