import type { JudgedCourse } from '../../organisation/store-course.ts'

/** What stood in the place of an exam, in a form that is compared: null if nothing did. */
export const basisOfExam = (held: { readonly imported_at: number } | undefined): string | null =>
  held ? String(held.imported_at) : null

/** The same of a course: its guid and newest version. */
export const basisOfCourse = ({ courseGuid, before }: Pick<JudgedCourse, 'courseGuid' | 'before'>): string =>
  `${courseGuid}/${before?.version ?? 0}`
