import { expect, test } from 'vitest'
import { runPermissions } from './run-permissions.ts'

// PAUSE-310 PAUSE-311
test('in a pause the learner neither moves nor answers, in reading time too, until they have confirmed that they are back', () => {
  const paused = { mayMove: false, mayAnswer: false, maySkipReading: false, banner: 'paused' }
  for (const isReading of [true, false]) {
    expect(runPermissions(true, { pausedBy: 'connection', isReading }, true)).toEqual(paused)
    expect(runPermissions(true, { pausedBy: 'invigilator', isReading }, true)).toEqual(paused)
    expect(runPermissions(false, { pausedBy: undefined, isReading }, true)).toEqual(paused)
  }
})

// PAUSE-312 PAUSE-315 TIME-325
test('in reading time the learner moves and doesn’t answer, and ends it where that is permitted; afterwards they do both', () => {
  const reading = { mayMove: true, mayAnswer: false, maySkipReading: false, banner: 'reading' }
  expect(runPermissions(true, { pausedBy: undefined, isReading: true }, false)).toEqual(reading)
  expect(runPermissions(true, { pausedBy: undefined, isReading: true }, true)).toEqual({ ...reading, maySkipReading: true })
  const answering = { mayMove: true, mayAnswer: true, maySkipReading: false, banner: undefined }
  expect(runPermissions(true, { pausedBy: undefined, isReading: false }, true)).toEqual(answering)
})

test('while a part is waited for the learner may go back to what is open, and answer nothing', () => {
  const waiting = { mayMove: true, mayAnswer: false, maySkipReading: false, banner: undefined }
  for (const isReading of [false, true]) expect(runPermissions(true, { pausedBy: 'key', isReading }, true)).toEqual(waiting)
  expect(runPermissions(false, { pausedBy: 'key', isReading: false }, true)).toMatchObject({ mayMove: false, banner: 'paused' })
})
