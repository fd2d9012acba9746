import type { SetAsideRecord } from '@sitwell/storage/set-aside'
import { expect, test } from 'vitest'
import { asideOf } from './set-aside.ts'
import { formRunRecord } from './testing/form-run-record.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 12, 0, second)).toISOString()
const aside = (second: number, more: Partial<SetAsideRecord>): SetAsideRecord => ({
  format: 1,
  from: 'requests',
  key: 'r1',
  reason: 'INVALID_ANSWER',
  setAsideAt: at(second),
  value: {},
  ...more,
})
const request = (type: number, payload: object, more: object = {}) => ({
  format: 1,
  id: 'r1',
  type,
  payload,
  callbackId: 'q1',
  userGuid: 'u',
  formRunGuid: 'run',
  ...more,
})
const runs = [formRunRecord('run'), formRunRecord('theirs', { orgId: 8, userGuid: 'x' })]

test('what was set aside tells learner, exam, question, reason, time and what it holds, the latest first', () => {
  const answer = { answerText: '', options: [{ optionID: 'b', optionText: 'Birch' }] }
  const { entries, nobodys } = asideOf(
    [
      aside(1, { value: request(1, { answerText: 'Deep', options: [], workings: '2 × 2' }) }),
      aside(2, {
        from: 'answers',
        key: 'run/q2',
        reason: 'a newer answer is on the server',
        value: { formRunGuid: 'run', questionId: 'q2', userGuid: 'u', answer, workings: '' },
      }),
      aside(3, { reason: 'FORM_RUN_COMPLETED', value: request(2, { timeRemaining: 5 }, { callbackId: 'time' }) }),
      aside(4, { value: request(1, { answerText: 'Lost' }, { callbackId: 'leftover/q3' }) }),
    ],
    runs,
    7,
  )
  expect(nobodys).toBe(0)
  expect(
    entries.map(({ kind, questionId, reason, setAsideAt, holds }) => [kind, questionId, reason, setAsideAt, holds]),
  ).toEqual([
    ['answer', 'q3', 'INVALID_ANSWER', at(4), 'Lost'],
    ['time', '', 'FORM_RUN_COMPLETED', at(3), expect.stringContaining('"timeRemaining":5')],
    ['answer', 'q2', 'a newer answer is on the server', at(2), 'Birch'],
    ['answer', 'q1', 'INVALID_ANSWER', at(1), 'Deep\n2 × 2'],
  ])
  expect(entries[0]).toMatchObject({ learnerName: 'Mina Okafor', examName: 'Fishes', formRunGuid: 'run' })
  expect(new Set(entries.map(({ id }) => id)).size).toBe(4)
})

test('what a course had set tells whose it is and of what', () => {
  const about = { orgId: 7, learnerName: 'Mina Okafor', courseName: 'Ladders' }
  const payload = { data: [{ element: 'cmi.suspend_data', value: 'half' }], number: 4, about }
  const theirs = { ...payload, about: { ...about, orgId: 8 } }
  const { entries, nobodys } = asideOf(
    [
      aside(1, { reason: 'SCO_OVER', value: request(5, payload, { formRunGuid: '', callbackId: '12' }) }),
      aside(2, { reason: 'SCO_OVER', value: request(5, theirs, { formRunGuid: '', callbackId: '12' }) }),
    ],
    runs,
    7,
  )
  expect(nobodys).toBe(0)
  expect(entries).toMatchObject([
    { kind: 'course', learnerName: 'Mina Okafor', examName: 'Ladders', holds: expect.stringContaining('half') },
  ])
})

test('a broken record is known by its key, and one that tells nobody is counted and not shown', () => {
  const { entries, nobodys } = asideOf(
    [
      aside(1, { from: 'answers', key: 'run/q2', value: 'half a rec' }),
      aside(2, { key: 'u/0000000000001000/r9', value: null }),
      aside(3, { key: 'nobody knows', value: 17 }),
    ],
    runs,
    7,
  )
  expect(entries.map(({ kind, questionId, examName, holds }) => [kind, questionId, examName, holds])).toEqual([
    ['other', '', '', 'null'],
    ['answer', 'q2', 'Fishes', 'half a rec'],
  ])
  expect(nobodys).toBe(1)
})

test("nothing of another organisation's learners is shown", () => {
  const theirs = aside(1, { value: request(1, { answerText: 'Theirs' }, { formRunGuid: 'theirs', userGuid: 'x' }) })
  expect(asideOf([theirs], runs, 7)).toEqual({ entries: [], nobodys: 0 })
  expect(asideOf([theirs], runs, 8).entries).toHaveLength(1)
})
