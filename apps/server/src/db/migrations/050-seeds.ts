import type { Migration } from '../migration.ts'

/**
 * From what chance comes in a schedule's form run: the order of choices, and all else that is drawn for its learner. Null where it was
 * scheduled before there were any: there the schedule's name is it, as it was. And why a mark could not be given by the rules of its question.
 */
export const seeds: Migration = {
  version: 50,
  name: 'seeds',
  statements: () => ['alter table schedule add column seed text', 'alter table mark add column problem text'],
}
