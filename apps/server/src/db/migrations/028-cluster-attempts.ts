import type { Migration } from '../migration.ts'

/** How often each activity of a course was begun that holds others: the manifest of SCORM 2004 may allow only so many. */
export const clusterAttempts: Migration = {
  version: 28,
  name: 'cluster-attempts',
  statements: () => ['alter table course_attempt add column cluster_attempts text'],
}
