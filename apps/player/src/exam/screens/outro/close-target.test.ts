import { expect, test } from 'vitest'
import { closeTarget, hasClose, hasWayBack } from './close-target.ts'

// OUTRO-308 OUTRO-309
test('Close leads to the extension where one watches the exam, else to the schedules', () => {
  const active = { proctoringActive: true }
  expect(closeTarget({ proctorProvider: 'Proctorio' }, active)).toBe('/proctorio/finish')
  expect(closeTarget({ proctorProvider: 'Proctorio' }, { proctoringActive: false })).toBe('/schedules')
  expect(closeTarget({ proctorProvider: 'IntegrityAdvocate' }, active)).toBe('/schedules')
  expect(closeTarget({}, active)).toBe('/schedules')
})

// OUTRO-307 PROC-218
test('a practice exam has no Close, nor has any with proctoring mode 1', () => {
  const exam = { practice: false }
  expect([0, 1, 2].map((proctoringMode) => hasClose(exam, { proctoringMode }))).toEqual([true, false, true])
  expect(hasClose({ practice: true }, { proctoringMode: 0 })).toBe(false)
})

test('a practice has a way back to the schedules instead, where there are schedules to go to', () => {
  const usual = { proctoringMode: 0, demoMode: false }
  expect(hasWayBack({ practice: true }, usual)).toBe(true)
  expect(hasWayBack({ practice: false }, usual)).toBe(false)
  expect(hasWayBack({ practice: true }, { ...usual, proctoringMode: 1 })).toBe(false)
  expect(hasWayBack({ practice: true }, { ...usual, demoMode: true })).toBe(false)
})
