import type { Schedule } from '@sitwell/contract'

/** The exam that an external one names, under either of the names that the documents have for its guid. */
const examGuidOf = (exam: Record<string, unknown> | undefined): string | undefined =>
  [exam?.examGuid, exam?.objectGUID].find((guid): guid is string => typeof guid === 'string' && guid !== '')

interface LaunchTarget {
  readonly schedule?: Pick<Schedule, 'examGuid'> | undefined
  readonly exam?: Record<string, unknown> | undefined
}

/**
 * The page that a launch leads to: the exam of the schedule or the exam that came with it, otherwise the rubric. What the exam holds comes
 * from the server, whatever was handed over.
 */
export const launchAddress = ({ schedule, exam }: LaunchTarget): string => {
  const examGuid = schedule?.examGuid ?? examGuidOf(exam)
  return examGuid === undefined ? '/rubric' : `/exam/${encodeURIComponent(examGuid)}`
}
