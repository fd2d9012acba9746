import type { Activity } from '@sitwell/exam/courses/sequencing/activity'
import type { CourseTable } from '../db/schema.ts'
import type { AuthoredStructure } from '../import/authored-structure.ts'
import type { AuthoredSco } from '../import/imported-course.ts'

/** What the server keeps of a manifest: column `content` of the table `course`. */
export interface CourseContent {
  readonly scos: readonly AuthoredSco[]
  /** SCORM 2004: the form that scorm-again takes. */
  readonly sequencing?: (Readonly<Record<string, unknown>> & { readonly activityTree: Activity }) | undefined
  /** Its SCOs may be opened in any order. */
  readonly isFree?: true | undefined
  /** Of a course of cmi5 alone. */
  readonly structure?: AuthoredStructure | undefined
}

/** Written by `organisation/store-course.ts`. */
export const contentOf = ({ content }: Pick<CourseTable, 'content'>): CourseContent => JSON.parse(content) as CourseContent
