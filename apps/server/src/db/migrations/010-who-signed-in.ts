import type { Migration } from '../migration.ts'

/**
 * Who opened a session for somebody else, an administrator who signed in as a learner; and when its rubric was confirmed. Of a session
 * that is open already nobody told the server: it is taken at its word. And by which request a token was used, so that the same one,
 * whose reply was lost, may come again.
 */
export const whoSignedIn: Migration = {
  version: 10,
  name: 'who signed in',
  statements: () => [
    'alter table session add column made_by text',
    'alter table personal_token add column used_at bigint',
    'alter table personal_token add column used_by text',
    'alter table session add column rubric_confirmed_at bigint',
    'update session set rubric_confirmed_at = started_at where ended_at is null',
    `update session set made_by = (select admin_guid from admin_login where admin_login.org_id = session.org_id
      and admin_login.session_id = session.session_id)`,
  ],
}
