import type { Migration } from '../migration.ts'

/**
 * An index that covers the query for the groups of a person. SQLite preferred the primary key to an index without the group, and read all members
 * of the organisation's groups at every call that needs the place of a person, such as each mark (OFFICE-310).
 */
export const groupsOfPerson: Migration = {
  name: '2026-12-06-groups-of-person',
  goesOn:
    'The index gets one more column and another name. Servers of the previous version name no index. They read members while the new index is built, ' +
    'and wait only while the old one is dropped.',
  statements: () => [
    'create index people_group_member_groups on people_group_member (org_id, user_guid, group_id)',
    'drop index people_group_member_by_person',
  ],
}
