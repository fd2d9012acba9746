import type { CourseElement } from '@sitwell/contract/course-messages'

/** What an opening gets from its launch, and what belongs to the last session alone: neither continues from there. */
const ofOneSession = new Set(
  ['session_time', 'exit', 'entry', 'lesson_mode', 'mode', 'credit', 'student_id', 'student_name', 'learner_id', 'learner_name']
    .flatMap((name) => [`cmi.${name}`, `cmi.core.${name}`])
    .concat(['adl.nav.request', 'cmi.launch_data', 'cmi.scaled_passing_score', 'cmi.completion_threshold'])
    .concat(['cmi.max_time_allowed', 'cmi.time_limit_action', 'cmi.student_data.mastery_score'])
    .concat(['cmi.student_data.max_time_allowed', 'cmi.student_data.time_limit_action']),
)

/** An interaction or an objective is begun with its id, and what its other elements may hold follows from its type. */
const rank = (part: string) => (part === 'id' ? 0 : part === 'type' ? 1 : 2)

/** Numbers by their size: the second element of a list comes before its tenth. */
const compareNames = (a: string, b: string): number => {
  const [left, right] = [a.split('.'), b.split('.')]
  for (const [place, one] of left.entries()) {
    const other = right[place]
    if (other === undefined) return 1
    if (one === other) continue
    const isNumbered = /^\d+$/.test(one) && /^\d+$/.test(other)
    if (isNumbered) return Number(one) - Number(other)
    return rank(one) - rank(other) || (one < other ? -1 : 1)
  }
  return left.length - right.length
}

/** What of a state a SCO that is opened again finds, in an order in which the run time takes it. */
export const toRestore = (data: readonly CourseElement[]): CourseElement[] =>
  data
    .filter(({ element, value }) => value !== '' && !ofOneSession.has(element))
    .sort((a, b) => compareNames(a.element, b.element))
