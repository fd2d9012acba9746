import type { Migration } from '../migration.ts'

/** Progress in courses that staff made void, and the ways of the office to courses and to the people who have one (decision 151). */
export const coursesOfOffice: Migration = {
  name: '2026-12-01-courses-of-office',
  goesOn:
    'Two indexes are added: one to course, which imports alone write, and one to course_attempt, of which a server that saves a lesson waits a second at most.',
  statements: () => [
    `create table course_reset (
      org_id bigint not null, course_attempt_guid text not null, number bigint not null, status bigint not null,
      score double precision, time_ms bigint, started_at bigint, ended_at bigint, contact_at bigint, registration text,
      reset_at bigint not null, reset_by text not null, reason text not null,
      primary key (org_id, course_attempt_guid, number))`,
    'create index course_by_moment on course (org_id, imported_at, course_guid, version)',
    'create index course_attempt_by_course on course_attempt (org_id, course_guid, user_guid, status)',
  ],
}
