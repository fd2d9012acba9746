import type { Migration } from '../migration.ts'

/** What a scanner said of an uploaded file: null without one, `clean`, `waiting` until it can be asked, `infected`. */
export const scannedFiles: Migration = {
  version: 34,
  name: 'scanned-files',
  statements: () => [
    'alter table uploaded_file add column scan text',
    'alter table uploaded_file add column scan_note text',
    'alter table uploaded_file add column scanned_at bigint',
  ],
}
