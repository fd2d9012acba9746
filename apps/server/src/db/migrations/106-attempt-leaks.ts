import type { Migration } from '../migration.ts'

/** How fast an attempt is forgotten, so that a count which has come to nothing can go without knowing what it counted. */
export const attemptLeaks: Migration = {
  version: 106,
  name: 'attempt leaks',
  statements: () => ['alter table attempt add column leak_ms double precision'],
}
