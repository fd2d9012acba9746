import { type CourseStatus, meetsPrerequisites } from './prerequisites.ts'

/** What has to be known of a SCO to say whether it may be opened. */
export interface ScoState {
  readonly status: CourseStatus
  readonly identifier: string
  /** As SCORM 1.2 writes it. One that can't be read asks for nothing: the import has named it. */
  readonly prerequisites?: string | undefined
}

/** Whether one of a course's SCOs may be opened: it isn't failed, every earlier one is completed, and its prerequisites are met. */
export const isScoOpen = (scos: readonly ScoState[], position: number): boolean => {
  const sco = scos[position]
  if (!sco || sco.status === 3) return false
  if (scos.slice(0, position).some(({ status }) => status !== 2)) return false
  const statusOf = (identifier: string) => scos.find((one) => one.identifier === identifier)?.status
  return sco.prerequisites === undefined || meetsPrerequisites(sco.prerequisites, statusOf) !== false
}
