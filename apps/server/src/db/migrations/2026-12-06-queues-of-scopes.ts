import type { Migration } from '../migration.ts'

/** Responses to mark are found from the people in a group, a room or a centre, without a look at the whole queue. */
export const queuesOfScopes: Migration = {
  name: '2026-12-06-queues-of-scopes',
  goesOn:
    'servers of the previous version write both indexes with their rows, and read nothing by them; each is built in one look over its table, ' +
    'while hand-ins, marks and changes of schedules wait',
  statements: () => [
    `create index response_mark_by_person on response_mark
      (org_id, exam_guid, version, delivery_id, question_id, part, user_guid)`,
    'create index schedule_by_room on schedule (org_id, room_id, exam_guid, user_guid) where room_id is not null',
  ],
}
