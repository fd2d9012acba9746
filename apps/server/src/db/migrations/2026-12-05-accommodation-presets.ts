import type { Migration } from '../migration.ts'

/** Size of texts, theme and supports that an accommodation sets (decision 181). */
export const accommodationPresets: Migration = {
  name: '2026-12-05-accommodation-presets',
  statements: () => [
    'alter table accommodation add column text_percent bigint',
    'alter table accommodation add column theme text',
    'alter table accommodation add column supports text',
    'alter table accommodation add column opens_supports bigint',
  ],
}
