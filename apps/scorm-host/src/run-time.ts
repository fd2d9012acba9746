import { type CourseParameters, type CourseState, mostCourseElements } from '@sitwell/contract/course-messages'
import type { Scorm12API, Scorm2004API } from 'scorm-again'
import { asDuration, asTimespan } from './duration.ts'
import { toRestore } from './restore.ts'

/** One of scorm-again's two. */
export type RunTime = Scorm12API | Scorm2004API

/** What an opening begins with: who learns, how it is opened, and what the package says of the SCO. */
const givenTo = ({ learner, launch }: CourseParameters): [element: string, value: string | undefined][] => {
  const { entry, mode, launchData, masteryScore, scaledPassingScore, completionThreshold, maxTimeAllowedMs } = launch
  const credit = mode === 'review' ? 'no-credit' : 'credit'
  const numberOf = (value: number | undefined) => (value === undefined ? undefined : String(value))
  if (launch.version === '1.2')
    return [
      ['cmi.core.student_id', learner.id],
      ['cmi.core.student_name', learner.name],
      ['cmi.core.entry', entry],
      ['cmi.core.lesson_mode', mode],
      ['cmi.core.credit', credit],
      ['cmi.launch_data', launchData],
      ['cmi.student_data.mastery_score', numberOf(masteryScore)],
      ['cmi.student_data.max_time_allowed', maxTimeAllowedMs === undefined ? undefined : asTimespan(maxTimeAllowedMs)],
      ['cmi.student_data.time_limit_action', launch.timeLimitAction],
    ]
  return [
    ['cmi.learner_id', learner.id],
    ['cmi.learner_name', learner.name],
    ['cmi.entry', entry],
    ['cmi.mode', mode],
    ['cmi.credit', credit],
    ['cmi.launch_data', launchData],
    ['cmi.scaled_passing_score', numberOf(scaledPassingScore)],
    ['cmi.completion_threshold', numberOf(completionThreshold)],
    ['cmi.max_time_allowed', maxTimeAllowedMs === undefined ? undefined : asDuration(maxTimeAllowedMs)],
    ['cmi.time_limit_action', launch.timeLimitAction],
  ]
}

/** Gives the run time what the SCO finds when it begins. What it doesn't take, an older version's state say, is left out. */
export const begin = (runTime: RunTime, parameters: CourseParameters): void => {
  const restored = toRestore(parameters.data).map(({ element, value }): [string, string] => [element, value])
  for (const [element, value] of [...restored, ...givenTo(parameters)]) {
    if (value === undefined || value === '') continue
    try {
      runTime.setCMIValue(element, value)
    } catch {
      // An element that it doesn't know.
    }
  }
  runTime.lastErrorCode = '0'
}

/** All that the run time holds, with the time of this session in the total. */
export const stateOf = (runTime: RunTime): CourseState['data'] =>
  Object.entries(runTime.renderCommitCMI(true, true))
    .flatMap(([element, value]) =>
      (typeof value === 'string' || typeof value === 'number') && value !== '' ? [{ element, value: String(value) }] : [],
    )
    .slice(0, mostCourseElements)
