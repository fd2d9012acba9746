import type { Migration } from '../migration.ts'

/** Until when what a sign-in was given may be entered by a launch address, where it was made for one alone. */
export const launches: Migration = {
  version: 94,
  name: 'launches',
  statements: () => ['alter table session add column launch_until bigint'],
}
