import { fillSearchNames } from '../fill-search-names.ts'
import type { Migration } from '../migration.ts'

/** What the office lists people by, and the version that a change of one is based on (decision 141). */
export const peopleOfOffice: Migration = {
  name: '2026-11-30-people-of-office',
  goesOn:
    'every new column has a default or may be null, so that a server of the previous version inserts people without naming them; the indexes ' +
    'are of people alone, who are written seldom, and hold writers up for as long as they are built: about a second for 100,000 people',
  statements: ({ ordered }) => [
    'alter table person add column version bigint not null default 1',
    `alter table person add column search_name ${ordered}`,
    'alter table person add column last_sign_in_at bigint not null default 0',
    `update person set last_sign_in_at = coalesce((
      select max(started_at) from session
      where session.org_id = person.org_id and session.user_guid = person.user_guid and made_by is null), 0)`,
    `update person set last_sign_in_at = coalesce((
      select max(started_at) from office_session
      where office_session.org_id = person.org_id and office_session.user_guid = person.user_guid
      and started_at > last_sign_in_at), last_sign_in_at)`,
    'create index person_by_name on person (org_id, search_name, user_guid)',
    "create index person_by_username on person (org_id, coalesce(sign_in_name, ''), user_guid)",
    "create index person_by_identifier on person (org_id, coalesce(substr(learner_identifier, 1, 100), ''), user_guid)",
    'create index person_by_last_sign_in on person (org_id, last_sign_in_at, user_guid)',
    'create index person_suspended on person (org_id, search_name, user_guid) where suspended = 1',
    'create index person_never_signed_in on person (org_id, search_name, user_guid) where last_sign_in_at = 0',
    'create index person_with_flag on person (org_id, user_guid) where admin = 1 or invigilator = 1',
    'create index person_without_search_name on person (org_id) where search_name is null',
  ],
  fill: fillSearchNames,
}
