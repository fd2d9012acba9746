import type { Migration } from '../migration.ts'

/** The user names that people sign in by, in the form in which they are compared. `fillSignInNames` fills in those of people who are there already. */
export const signInNames: Migration = {
  version: 127,
  name: 'sign-in-names',
  goesOn: 'the index changes nothing of what a server reads or writes, and is made while all of its column is null',
  statements: () => [
    'alter table person add column sign_in_name text',
    'create index person_sign_in_name on person (org_id, sign_in_name)',
  ],
}
