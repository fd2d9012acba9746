import { expect, test } from 'vitest'
import { type RequestRecord, requestTypes } from '../../../storage/records.ts'
import { type AnswersWait, answersMs, waitsForAnswers } from './answers-wait.ts'

// Boundary: of a request the wait reads these two fields.
const save = { formRunGuid: 'run', type: requestTypes.saveAnswer } as RequestRecord

const waitWith = () => {
  const sync = { waiting: [save], state: 'online' as 'online' | 'offline' }
  const queue = { unacknowledged: () => sync.waiting, failed: () => [], hasBlocked: () => false }
  const wait: AnswersWait = {}
  const goesOn = (part: { hangsOnAnswers?: boolean }) =>
    waitsForAnswers(wait, { queue, connection: { state: () => sync.state } }, 'run', part)
  return { sync, goesOn }
}
/** How often it continues, one look each `answersMs`; 1000 at most. */
const looks = (goesOn: () => boolean) => Array.from({ length: 1000 }, goesOn).findIndex((isOn) => !isOn)

test('a key is asked for as soon as all answers are on the server', () => {
  const { sync, goesOn } = waitWith()
  expect(goesOn({})).toBe(true)
  sync.waiting = []
  expect(goesOn({})).toBe(false)
})

test('an answer that the server fails at keeps nobody out of the next part, unless answers decide which one it is', () => {
  const { goesOn } = waitWith()
  expect((looks(() => goesOn({})) + 1) * answersMs).toBe(20_000)
  const decided = waitWith()
  expect(looks(() => decided.goesOn({ hangsOnAnswers: true }))).toBe(-1)
})

test('what waits for the network waits for as long as that takes', () => {
  const { sync, goesOn } = waitWith()
  sync.state = 'offline'
  expect(looks(() => goesOn({}))).toBe(-1)
  sync.state = 'online'
  expect(goesOn({})).toBe(true)
})
