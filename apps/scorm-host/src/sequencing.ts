import type { CourseParameters } from '@sitwell/contract/course-messages'
import type { Scorm2004API } from 'scorm-again'

/** Brings the course's sequencing to where the SCO is opened. Answers whether it stands there: else the SCO runs without it. */
export const beginSequencing = (runTime: Scorm2004API, { launch }: CourseParameters): boolean => {
  const isThere = () => runTime.getSequencingState()?.currentActivity?.id === launch.identifier
  if (launch.sequencingState !== undefined) runTime.deserializeSequencingState(launch.sequencingState)
  if (isThere()) return true
  for (const [request, target] of [['resumeAll'], ['choice', launch.identifier], ['start']] as const) {
    runTime.processNavigationRequest(request, target)
    if (isThere()) return true
  }
  return false
}
