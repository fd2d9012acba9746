import { expect, test } from 'vitest'
import { activityTypes } from '../../sync/activity/activity-types.ts'
import { createExamFileReader } from './exam-file-reader.ts'

test('that code of a question failed is in the activity log, in short', () => {
  const logged: unknown[][] = []
  const reader = createExamFileReader(
    // Boundary: as much of a player and a visit as is used.
    { appSettings: { apiEndpointUrl: '/', scormServer: 'https://courses.example' }, client: {}, api: {} } as never,
    { exam: { content: {} }, files: new Map(), log: { record: (...given: unknown[]) => void logged.push(given) } } as never,
  )
  expect(reader.codeOrigin).toBe('https://courses.example')
  reader.noteFailure(`Question 1: ${'x'.repeat(600)}`)
  expect(logged).toEqual([[activityTypes.popupError, `Question 1: ${'x'.repeat(488)}`]])
})
