import type { Migration } from '../migration.ts'

/** What holds a schedule to Safe Exam Browser, or lets it be sat in any; null where that is for its exam to say. */
export const safeExamBrowserColumn: Migration = {
  version: 18,
  name: 'safe exam browser',
  statements: () => ['alter table schedule add column safe_exam_browser text'],
}
