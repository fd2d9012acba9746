import { expect, test } from 'vitest'
import { scheduleAddress } from './schedule-address.ts'

const proctored = { examGuid: 'e-1', proctorProvider: 'Proctorio', proctoringSessionID: 's-9' }

// NAV-214
test('an assessment of the extension’s provider opens its proctoring first while that isn’t active', () => {
  expect(scheduleAddress(proctored, { proctoringActive: false })).toBe('/proctoring/Proctorio/s-9/e-1')
})

// NAV-215
test('any other assessment, and one whose proctoring is active, opens its exam', () => {
  expect(scheduleAddress(proctored, { proctoringActive: true })).toBe('/exam/e-1')
  expect(scheduleAddress({ examGuid: 'e-1' }, { proctoringActive: false })).toBe('/exam/e-1')
  expect(scheduleAddress({ ...proctored, proctorProvider: 'IntegrityAdvocate' }, { proctoringActive: false })).toBe('/exam/e-1')
})
