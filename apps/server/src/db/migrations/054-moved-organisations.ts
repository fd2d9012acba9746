import type { Migration } from '../migration.ts'

/** Organisations that this database no longer serves, and where they went. The row outlives theirs. */
export const movedOrganisations: Migration = {
  version: 54,
  name: 'moved organisations',
  statements: () => [
    `create table moved_organisation (
      org_id bigint primary key, state text not null, target text not null, since_at bigint not null)`,
  ],
}
