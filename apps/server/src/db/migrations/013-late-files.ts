import type { Migration } from '../migration.ts'

/**
 * What became of each file that came, judged as answers are: files of before counted as they came. And until when a form run is held
 * by a pause or the offer that ends it, so that a save knows without a look at the ledger.
 */
export const lateFiles: Migration = {
  version: 13,
  name: 'late files',
  statements: () => [
    'alter table uploaded_file add column question_id text',
    `alter table uploaded_file add column outcome text not null default 'applied'`,
    'alter table uploaded_file add column typed_at bigint',
    'alter table uploaded_file add column judged text',
    'alter table uploaded_file add column evidence text',
    'alter table uploaded_file add column accepted_at bigint',
    'alter table form_run add column held_until bigint',
    // Paused as it is, until its ledger goes on: never, as `part-windows.ts` writes it.
    `update form_run set held_until = ${Number.MAX_SAFE_INTEGER} where paused_at is not null`,
  ],
}
