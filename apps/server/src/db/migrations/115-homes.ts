import type { Migration } from '../migration.ts'

/** In which database an organisation was first, by the name of that one's first generation; it moves with the organisation. */
export const homesColumn: Migration = {
  version: 115,
  name: 'homes',
  statements: () => ['alter table organisation add column home text'],
}
