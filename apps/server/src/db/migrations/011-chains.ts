import type { Migration } from '../migration.ts'

/** Each entry of a ledger carries the hash of the one before it; the last hash stands with the form run too. */
export const chains: Migration = {
  version: 11,
  name: 'chains',
  statements: () => [
    'alter table form_run_event add column previous_hash text',
    'alter table form_run_event add column hash text',
    'alter table form_run add column ledger_hash text',
  ],
}
