import type { StructureNode } from '@sitwell/exam/courses/cmi5/move-on'
import type { MoveOn } from '@sitwell/exam/courses/cmi5/vocabulary'

/** Texts by the tag of their language. */
export type LanguageMap = Readonly<Record<string, string>>

/** What a course structure says of a course, a block or an AU. */
export interface Described {
  /** As its publisher names it. */
  readonly id: string
  readonly title: LanguageMap
  readonly description: LanguageMap
  readonly objectives?: readonly string[]
}

/** An assignable unit: what is launched. */
export interface AuthoredAu extends Described {
  /** Of a page on another server; one of the package is in the SCO of the same place. */
  readonly elsewhere?: string
  readonly launchMethod: 'AnyWindow' | 'OwnWindow'
  readonly moveOn: MoveOn
  readonly masteryScore?: number
  readonly launchParameters?: string
  readonly entitlementKey?: string
  readonly activityType?: string
}

/** A course structure of cmi5. */
export interface AuthoredStructure {
  readonly course: Described
  readonly blocks: readonly Described[]
  readonly objectives: readonly Described[]
  /** In their order, as the course's SCOs are. */
  readonly aus: readonly AuthoredAu[]
  readonly root: StructureNode
}
