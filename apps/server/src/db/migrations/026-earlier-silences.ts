import type { Migration } from '../migration.ts'

/** A lost connection may be told of after others: the last few silences before the last one are kept too, not the long ones alone. */
export const earlierSilences: Migration = {
  version: 26,
  name: 'earlier silences',
  statements: () => ["alter table form_run add column earlier_silences text not null default ''"],
}
