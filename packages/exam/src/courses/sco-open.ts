import { type CourseStatus, meetsPrerequisites } from './prerequisites.ts'

/** What has to be known of a SCO to say whether it may be opened. */
export interface ScoState {
  readonly status: CourseStatus
  readonly identifier: string
  /** As SCORM 1.2 writes it. One that can't be read asks for nothing: the import has named it. */
  readonly prerequisites?: string | undefined
  /** The course's sequencing has no way to it, so none waits for it. */
  readonly isLeftOut?: boolean | undefined
}

/**
 * Whether one of a course's SCOs may be opened: it isn't failed, every earlier one is completed, and its prerequisites are met. What
 * the sequencing of SCORM 2004 leaves out is not there to be completed.
 */
export const isScoOpen = (scos: readonly ScoState[], position: number): boolean => {
  const sco = scos[position]
  if (!sco || sco.status === 3) return false
  if (scos.slice(0, position).some(({ status, isLeftOut }) => status !== 2 && !isLeftOut)) return false
  const statusOf = (identifier: string) => scos.find((one) => one.identifier === identifier)?.status
  return sco.prerequisites === undefined || meetsPrerequisites(sco.prerequisites, statusOf) !== false
}
