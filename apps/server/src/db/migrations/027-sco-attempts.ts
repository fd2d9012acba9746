import type { Migration } from '../migrate.ts'

/** How many attempts at a SCO are over besides the one that stands: its manifest may allow only so many. */
export const scoAttempts: Migration = {
  version: 27,
  name: 'sco-attempts',
  statements: () => ['alter table sco_attempt add column attempts bigint not null default 0'],
}
