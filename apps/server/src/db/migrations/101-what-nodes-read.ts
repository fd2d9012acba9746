import type { Migration } from '../migration.ts'

/** Which forms of what is written a node reads; null of one from before it was told. */
export const whatNodesRead: Migration = {
  version: 101,
  name: 'what nodes read',
  statements: () => ['alter table server_heartbeat add column reads bigint'],
}
