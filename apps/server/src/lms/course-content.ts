import type { CourseTable } from '../db/schema.ts'

/** One thing of a course that a learner opens, as its manifest says. */
export interface ScoContent {
  /** Of the item: what prerequisites and the sequencing name. */
  readonly identifier: string
  readonly title: string
  /** An asset has no run time. */
  readonly kind: 'sco' | 'asset'
  /** Its first page, below the package, and what is added to its address. */
  readonly path: string
  readonly parameters: string
  readonly prerequisites?: string | undefined
  readonly launchData?: string | undefined
  /** SCORM 1.2, 0 to 100. */
  readonly masteryScore?: number | undefined
  /** SCORM 2004. */
  readonly scaledPassingScore?: number | undefined
  readonly completionThreshold?: number | undefined
  readonly maxTimeAllowedMs?: number | undefined
  readonly timeLimitAction?: string | undefined
}

/** What the server keeps of a manifest: column `content` of the table `course`. */
export interface CourseContent {
  readonly scos: readonly ScoContent[]
  /** SCORM 2004: the form that scorm-again takes as `sequencing`. */
  readonly sequencing?: Readonly<Record<string, unknown>> | undefined
}

/** Written by this server. */
export const contentOf = ({ content }: Pick<CourseTable, 'content'>): CourseContent => JSON.parse(content) as CourseContent
