import type { Migration } from '../migration.ts'

/**
 * When the server heard of a form run, and the stretches in which it did not; when its mark was told; and of an answer that came late,
 * when it was typed and how it was judged.
 */
export const contact: Migration = {
  version: 8,
  name: 'contact',
  statements: () => [
    'alter table form_run add column heard_at bigint',
    'alter table form_run add column silent_from bigint',
    'alter table form_run add column silent_to bigint',
    "alter table form_run add column silences text not null default ''",
    'alter table form_run add column marks_told_at bigint',
    'alter table answer_event add column typed_at bigint',
    'alter table answer_event add column judged text',
    'alter table answer_event add column evidence text',
  ],
}
