import type { Migration } from '../migration.ts'

/** When marks are shown, as a schedule says it, and when the results of a sitting were confirmed (decision 161). */
export const releaseGate: Migration = {
  name: '2026-12-02-release-gate',
  statements: () => [
    'alter table schedule add column release_policy text',
    'alter table form_run add column results_confirmed_at bigint',
  ],
}
