import type { Migration } from '../migration.ts'

/** What the wall times of a delivery came to, and by which rules of time zones (decision 177). */
export const derivedMoments: Migration = {
  name: '2026-12-04-derived-moments',
  statements: () => ['alter table delivery add column derived text'],
}
