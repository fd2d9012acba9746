import { expect, test } from 'vitest'
import { type RequestRecord, requestTypes } from '../../../storage/records.ts'
import { areAnswersThere } from './answers-wait.ts'

const save = (formRunGuid: string, failed: boolean): RequestRecord => ({
  ...{ format: 1, id: `${formRunGuid} ${failed}`, order: 1, callbackId: 'q1', userGuid: 'u', payload: {} },
  ...{ type: requestTypes.saveAnswer, formRunGuid, failed },
})
const queueOf = (requests: readonly RequestRecord[], hasBlocked = false) => ({
  queue: {
    unacknowledged: () => requests.filter(({ failed }) => !failed),
    failed: () => requests.filter(({ failed }) => failed),
    hasBlocked: () => hasBlocked,
  },
})

test('a part is decided by no answers of which some wait: to be sent, or for a connection that nobody has seen come back', () => {
  expect(areAnswersThere(queueOf([]), 'run')).toBe(true)
  expect(areAnswersThere(queueOf([save('run', false)]), 'run')).toBe(false)
  expect(areAnswersThere(queueOf([save('run', true)]), 'run')).toBe(false)
  expect(areAnswersThere(queueOf([save('another', true)]), 'run')).toBe(true)
})

test('an answer that is refused on its way in every form holds up no part', () => {
  expect(areAnswersThere(queueOf([save('run', true)], true), 'run')).toBe(true)
  expect(areAnswersThere(queueOf([save('run', true), save('run', false)], true), 'run')).toBe(false)
})
