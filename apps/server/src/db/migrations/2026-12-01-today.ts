import type { Migration } from '../migration.ts'

/** Finds what has a deadline soon among very many rows (decision 153). */
export const today: Migration = {
  name: '2026-12-01-today',
  goesOn:
    'it adds indexes alone; they hold writers of schedules, links and roles up for as long as they are built, about two seconds for 1,000,000 ' +
    'schedules, and no save of an answer writes one of these tables',
  statements: () => [
    'create index schedule_by_start on schedule (org_id, start_at, exam_guid, user_guid) where start_at is not null and practice = 0',
    'create index schedule_by_end on schedule (org_id, complete_at, exam_guid) where complete_at is not null and practice = 0',
    'create index personal_token_by_end on personal_token (org_id, expires_at, user_guid)',
    'create index role_grant_by_end on role_grant (org_id, valid_until) where valid_until is not null and withdrawn_at is null',
  ],
}
