import type { Migration } from '../migration.ts'

/**
 * Courses with their files, who takes them, what each of their SCOs has set, and every save that ever came. Files belong to an import,
 * not to a course: one that broke off leaves files that no course names, and the course before it as it was.
 */
export const courses: Migration = {
  version: 24,
  name: 'courses',
  statements: ({ bytes }) => [
    `create table course (
      org_id bigint not null, course_guid text not null, version bigint not null, course_id bigint not null, name text not null,
      description text, standard text not null, content text not null, content_guid text not null, fingerprint text not null,
      imported_at bigint not null, primary key (org_id, course_guid, version))`,
    'create index course_by_content on course (org_id, content_guid)',
    `create table course_file (
      org_id bigint not null, content_guid text not null, path text not null, media_type text not null, size bigint not null,
      stored_at bigint not null, primary key (org_id, content_guid, path))`,
    `create table course_file_chunk (
      org_id bigint not null, content_guid text not null, path text not null, number bigint not null, bytes ${bytes} not null,
      primary key (org_id, content_guid, path, number))`,
    `create table course_attempt (
      org_id bigint not null, course_attempt_guid text not null, course_attempt_id bigint not null, user_guid text not null,
      course_guid text not null, version bigint not null, status bigint not null, given_at bigint not null, started_at bigint,
      ended_at bigint, sequencing_state text, primary key (org_id, course_attempt_guid))`,
    'create index course_attempt_by_person on course_attempt (org_id, user_guid)',
    `create table sco_attempt (
      org_id bigint not null, sco_attempt_id bigint not null, sco_attempt_guid text not null, course_attempt_guid text not null,
      position bigint not null, status bigint not null, started_at bigint, ended_at bigint, data text not null,
      outcome text not null, number bigint not null, last_sequence bigint not null, over_from bigint, has_ended bigint not null,
      saves bigint not null, saved_at bigint, primary key (org_id, sco_attempt_id))`,
    'create unique index sco_attempt_by_course on sco_attempt (org_id, course_attempt_guid, position)',
    `create table sco_save (
      org_id bigint not null, sco_attempt_id bigint not null, entry bigint not null, save_guid text not null,
      number bigint not null, writer text not null, ends bigint not null, outcome text not null, status bigint not null,
      changes text not null, hash text not null, received_at bigint not null, primary key (org_id, sco_attempt_id, entry))`,
    'create unique index sco_save_by_guid on sco_save (org_id, sco_attempt_id, save_guid)',
  ],
}
