import type { AuthoredStructure } from './authored-structure.ts'
import type { PackageSource } from './files/package-source.ts'
import type { LeftOut, PackageProblem } from './imported-package.ts'

/** A node of the organisation of SCORM 2004, as scorm-again takes it. */
export type ActivitySettings = Readonly<Record<string, unknown>> & {
  readonly id: string
  readonly title: string
  readonly children?: readonly ActivitySettings[]
}

/** One thing of a course that a learner opens. */
export interface AuthoredSco {
  readonly identifier: string
  readonly title: string
  readonly kind: 'sco' | 'asset'
  readonly path: string
  readonly parameters: string
  readonly prerequisites?: string
  readonly launchData?: string
  readonly masteryScore?: number
  readonly scaledPassingScore?: number
  readonly completionThreshold?: number
  readonly maxTimeAllowedMs?: number
  readonly timeLimitAction?: string
  readonly completionSetByContent?: boolean
  readonly objectiveSetByContent?: boolean
}

/** The content of a course's manifest. */
export interface AuthoredCourse {
  /** The identifier of the course, the same for all of its versions. */
  readonly identifier: string
  readonly name: string
  readonly description?: string
  readonly standard: '1.2' | '2004' | 'cmi5'
  /** Of cmi5 its AUs, in the order of `structure`. */
  readonly scos: readonly AuthoredSco[]
  readonly activityTree?: ActivitySettings
  /** Of cmi5 alone. */
  readonly structure?: AuthoredStructure
}

export type CourseReading =
  | {
      readonly is: 'course'
      readonly course: AuthoredCourse
      readonly source: PackageSource
      readonly leftOut: readonly LeftOut[]
    }
  | { readonly is: 'refused'; readonly problems: readonly PackageProblem[] }
  /** It may be an exam. */
  | { readonly is: 'something else' }
