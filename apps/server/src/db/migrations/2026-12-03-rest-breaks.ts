import type { Migration } from '../migration.ts'

/** The allowance of rest breaks that an accommodation gives (decision 169). */
export const restBreaks: Migration = {
  name: '2026-12-03-rest-breaks',
  statements: () => ['alter table accommodation add column rest_minutes bigint'],
}
