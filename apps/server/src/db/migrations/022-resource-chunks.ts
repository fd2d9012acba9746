import type { Migration } from '../migration.ts'

/** As `chunkBytes` was when the files of exams were cut. */
const cut = 512 * 1024

/**
 * The files of exams stand in chunks, as uploaded ones do: a range of a large one is read without the rest, and a school that fetches it
 * at one moment doesn't hold it in memory once for each learner.
 */
export const resourceChunks: Migration = {
  version: 22,
  name: 'resource chunks',
  statements: ({ bytes }) => [
    `create table exam_resource_chunk (
      org_id bigint not null, exam_guid text not null, version bigint not null, path text not null, number bigint not null,
      bytes ${bytes} not null, primary key (org_id, exam_guid, version, path, number))`,
    'alter table exam_resource add column size bigint not null default 0',
    'update exam_resource set size = length(bytes)',
    `with recursive place(number) as (
        select 0 union all
        select number + 1 from place where (number + 1) * ${cut} < (select coalesce(max(size), 0) from exam_resource))
      insert into exam_resource_chunk (org_id, exam_guid, version, path, number, bytes)
      select org_id, exam_guid, version, path, number, substr(bytes, number * ${cut} + 1, ${cut})
      from exam_resource, place where number * ${cut} < size`,
    'alter table exam_resource drop column bytes',
  ],
}
