import { type CourseStatus, meetsPrerequisites } from './prerequisites.ts'

/** What has to be known of a SCO to say whether it may be opened. */
export interface ScoState {
  readonly status: CourseStatus
  readonly identifier: string
  /** As SCORM 1.2 writes it. One that can't be read asks for nothing: the import has named it. */
  readonly prerequisites?: string | undefined
  /** The course's sequencing has no way to it, so none waits for it. */
  readonly isLeftOut?: boolean | undefined
  /** It was opened and left, and its page never began a session: it will never be completed (decision 127). */
  readonly isSilent?: boolean | undefined
}

const isWaitedFor = ({ status, isLeftOut, isSilent }: ScoState) => status !== 2 && !isLeftOut && !isSilent

/**
 * Whether one of a course's SCOs may be opened: it isn't failed, no earlier one is waited for, and its prerequisites are met. A SCO waits
 * for every earlier one until that is completed, except for one that the sequencing of SCORM 2004 leaves out and one that never began a
 * session. With `isFree` none waits for the order.
 */
export const isScoOpen = (scos: readonly ScoState[], position: number, isFree = false): boolean => {
  const sco = scos[position]
  if (!sco || sco.status === 3) return false
  if (!isFree && scos.slice(0, position).some(isWaitedFor)) return false
  const statusOf = (identifier: string) => scos.find((one) => one.identifier === identifier)?.status
  return sco.prerequisites === undefined || meetsPrerequisites(sco.prerequisites, statusOf) !== false
}
