import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type MonitorData, missingMonitorData } from './monitor-data.ts'

const whole: MonitorData = {
  firstName: 'Ada',
  lastName: 'Wood',
  email: 'ada@example.org',
  userId: 1,
  courseId: 'C-1',
  activityId: 17,
}
const wordings = {
  firstName: 'First name is blank',
  lastName: 'Last name is blank',
  userId: 'User ID is blank',
  email: 'Email is blank',
  courseId: 'qualification ID (course ID) is blank',
  activityId: 'activity ID (object ID) is blank',
} as const
const fields = Object.keys(wordings) as (keyof typeof wordings)[]

// PROC-212 PROC-213 PROC-214 PROC-215 PROC-216 PROC-217 ENT-218
test('the integrity monitor starts with all required data, and names exactly the missing data', () => {
  expect(missingMonitorData(whole)).toEqual([])
  const blanks: Record<keyof MonitorData, readonly unknown[]> = {
    firstName: ['', '  '],
    lastName: ['', '\t'],
    email: [''],
    userId: [undefined, 1.5, Number.NaN],
    courseId: [undefined, '', ' ', 1.5],
    activityId: [undefined, '', Number.NaN],
  }
  fc.assert(
    fc.property(fc.subarray(fields), fc.nat(), (missing, pick) => {
      const data = Object.fromEntries(missing.map((field) => [field, blanks[field][pick % blanks[field].length]]))
      expect(missingMonitorData({ ...whole, ...data } as MonitorData)).toEqual(
        fields.filter((field) => missing.includes(field)).map((field) => wordings[field]),
      )
    }),
  )
})
