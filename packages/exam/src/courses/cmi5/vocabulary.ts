/** The names of cmi5 (Quartz, first edition) in statements. */
export const verbs = {
  launched: 'http://adlnet.gov/expapi/verbs/launched',
  initialized: 'http://adlnet.gov/expapi/verbs/initialized',
  completed: 'http://adlnet.gov/expapi/verbs/completed',
  passed: 'http://adlnet.gov/expapi/verbs/passed',
  failed: 'http://adlnet.gov/expapi/verbs/failed',
  terminated: 'http://adlnet.gov/expapi/verbs/terminated',
  abandoned: 'https://w3id.org/xapi/adl/verbs/abandoned',
  waived: 'https://w3id.org/xapi/adl/verbs/waived',
  satisfied: 'https://w3id.org/xapi/adl/verbs/satisfied',
} as const
export type Cmi5Verb = keyof typeof verbs

export const categories = {
  cmi5: 'https://w3id.org/xapi/cmi5/context/categories/cmi5',
  moveOn: 'https://w3id.org/xapi/cmi5/context/categories/moveon',
} as const

const context = 'https://w3id.org/xapi/cmi5/context/extensions/'
const result = 'https://w3id.org/xapi/cmi5/result/extensions/'
export const extensions = {
  sessionId: `${context}sessionid`,
  masteryScore: `${context}masteryscore`,
  launchMode: `${context}launchmode`,
  launchUrl: `${context}launchurl`,
  moveOn: `${context}moveon`,
  launchParameters: `${context}launchparameters`,
  progress: `${result}progress`,
  reason: `${result}reason`,
} as const

export const activityTypes = {
  block: 'https://w3id.org/xapi/cmi5/activitytype/block',
  course: 'https://w3id.org/xapi/cmi5/activitytype/course',
} as const

export const moveOns = ['Passed', 'Completed', 'CompletedAndPassed', 'CompletedOrPassed', 'NotApplicable'] as const
export type MoveOn = (typeof moveOns)[number]

/** Browse and Review record nothing that counts. */
export type LaunchMode = 'Normal' | 'Browse' | 'Review'

/** Why staff waive an AU, as the standard words it. */
export const waiveReasons = ['Tested Out', 'Equivalent AU', 'Equivalent Outside Activity', 'Administrative'] as const
