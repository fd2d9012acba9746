import type { Migration } from '../migration.ts'

/**
 * Each save carries the hash of the one before it, as `history-chain.ts` makes them; the last stands with the form run too. Form runs of
 * before have none, and get none.
 */
export const historyChain: Migration = {
  version: 19,
  name: 'history chain',
  statements: () => [
    'alter table answer_event add column number integer',
    'alter table answer_event add column link text',
    'alter table form_run add column history_count integer not null default 0',
    'alter table form_run add column history_link text',
  ],
}
