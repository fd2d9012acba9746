/** The elements of both standards' data models, by what they stand under; `n` is a place in a list. */
const groups12 = `
cmi: _version _children suspend_data launch_data comments comments_from_lms
cmi.core: _children student_id student_name lesson_location credit lesson_status entry total_time lesson_mode exit session_time
cmi.core.score: _children raw min max
cmi.objectives: _children _count
cmi.objectives.n: id status
cmi.objectives.n.score: _children raw min max
cmi.student_data: _children mastery_score max_time_allowed time_limit_action
cmi.student_preference: _children audio language speed text
cmi.interactions: _children _count
cmi.interactions.n: id time type weighting student_response result latency
cmi.interactions.n.objectives: _count
cmi.interactions.n.objectives.n: id
cmi.interactions.n.correct_responses: _count
cmi.interactions.n.correct_responses.n: pattern`

const groups2004 = `
cmi: _version _children completion_status completion_threshold credit entry exit launch_data learner_id learner_name location
cmi: max_time_allowed mode progress_measure scaled_passing_score session_time success_status suspend_data time_limit_action total_time
cmi.comments_from_learner: _children _count
cmi.comments_from_learner.n: comment location timestamp
cmi.comments_from_lms: _children _count
cmi.comments_from_lms.n: comment location timestamp
cmi.interactions: _children _count
cmi.interactions.n: id type timestamp weighting learner_response result latency description
cmi.interactions.n.objectives: _count
cmi.interactions.n.objectives.n: id
cmi.interactions.n.correct_responses: _count
cmi.interactions.n.correct_responses.n: pattern
cmi.learner_preference: _children audio_level language delivery_speed audio_captioning
cmi.objectives: _children _count
cmi.objectives.n: id success_status completion_status progress_measure description
cmi.objectives.n.score: _children scaled raw min max
cmi.score: _children scaled raw min max
adl.nav: request
adl.nav.request_valid: continue previous exit exitAll abandon abandonAll suspendAll
adl.data: _children _count
adl.data.n: id store`

const place = '(?:0|[1-9]\\d{0,5})'
/** Whether an activity may be gone to, by its name in the package. */
const targeted = 'adl\\.nav\\.request_valid\\.(?:choice|jump)\\.\\{target=[^{}]{1,200}\\}'
/** Asked of an element that has none, it has its own error. */
const keyword = '(?:\\._children|\\._count|\\._version)?'

const formOf = (groups: string, ...more: string[]): RegExp => {
  const forms = groups
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [group = '', names = ''] = line.split(': ')
      const parts = group.split('.').map((part) => (part === 'n' ? place : part))
      const own = `${parts.join('\\.')}\\.(?:${names.replaceAll(' ', '|')})${keyword}`
      return parts.length > 1 ? [own, `${parts.join('\\.')}\\.(?:_children|_count|_version)`] : [own]
    })
  return new RegExp(`^(?:${[...forms, ...more].join('|')})$`)
}

const forms = { '1.2': formOf(groups12), '2004': formOf(groups2004, targeted) } as const

/**
 * Whether a version of SCORM knows an element: the run time takes a name apart and looks for its parts among its own objects, where a SCO
 * would find, and replace, what keeps all it has set.
 */
export const isElement = (version: keyof typeof forms, element: string): boolean => forms[version].test(element)
