import type { Migration } from '../migration.ts'

/** The user names that people sign in by, in the form in which they are compared. `fillSignInNames` fills in those of people who are there already. */
export const signInNames: Migration = {
  version: 127,
  name: 'sign-in-names',
  goesOn: 'the indexes change nothing of what a server reads or writes, and are made while all of their column is null',
  statements: () => [
    'alter table person add column sign_in_name text',
    'create index person_sign_in_name on person (org_id, sign_in_name)',
    // Each start looks for those who lack one.
    'create index person_without_sign_in_name on person (org_id) where sign_in_name is null',
  ],
}
