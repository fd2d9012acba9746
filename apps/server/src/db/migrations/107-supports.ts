import type { Migration } from '../migration.ts'

/** Which explanations of words a learner is offered, where that isn't for their exam to say. */
export const supportsColumn: Migration = {
  version: 107,
  name: 'supports',
  statements: () => ['alter table schedule add column supports text'],
}
