import type { Migration } from '../migration.ts'

/** When an exam's content was given out before its form run began. */
export const handedOutColumn: Migration = {
  version: 126,
  name: 'handed-out',
  statements: () => ['alter table schedule add column handed_out text'],
}
