/** What the integrity monitor is told of a learner and their exam (spec 2 §3). */
export interface MonitorData {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly userId: number | undefined
  /** The qualification. */
  readonly courseId: number | string | undefined
  /** The exam, as the organisation's own records number it. */
  readonly activityId: number | string | undefined
}

const isBlank = (text: string) => text.trim() === ''
const isNoId = (id: number | string | undefined) => (typeof id === 'string' ? isBlank(id) : !Number.isInteger(id))

/** What of it is missing, in the words of the specification; the monitor starts only if nothing is (spec 2 §5). */
export const missingMonitorData = (data: MonitorData): string[] => [
  ...(isBlank(data.firstName) ? ['First name is blank'] : []),
  ...(isBlank(data.lastName) ? ['Last name is blank'] : []),
  ...(Number.isInteger(data.userId) ? [] : ['User ID is blank']),
  ...(isBlank(data.email) ? ['Email is blank'] : []),
  ...(isNoId(data.courseId) ? ['qualification ID (course ID) is blank'] : []),
  ...(isNoId(data.activityId) ? ['activity ID (object ID) is blank'] : []),
]
