import { expect, test } from 'vitest'
import { runPermissions } from './run-permissions.ts'

// PAUSE-310 PAUSE-311
test('in a pause the learner neither moves nor answers, in reading time too, until they have confirmed that they are back', () => {
  const paused = { mayMove: false, mayAnswer: false, banner: 'paused' }
  for (const isReading of [true, false]) {
    expect(runPermissions(true, { pausedBy: 'connection', isReading })).toEqual(paused)
    expect(runPermissions(true, { pausedBy: 'invigilator', isReading })).toEqual(paused)
    expect(runPermissions(false, { pausedBy: undefined, isReading })).toEqual(paused)
  }
})

// PAUSE-312 PAUSE-315
test('in reading time the learner moves and doesn’t answer, afterwards both', () => {
  const reading = { mayMove: true, mayAnswer: false, banner: 'reading' }
  expect(runPermissions(true, { pausedBy: undefined, isReading: true })).toEqual(reading)
  const answering = { mayMove: true, mayAnswer: true, banner: undefined }
  expect(runPermissions(true, { pausedBy: undefined, isReading: false })).toEqual(answering)
})
