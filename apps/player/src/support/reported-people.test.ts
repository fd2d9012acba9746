import { describe, expect, test } from 'vitest'
import type { FormRunRecord } from '../storage/records.ts'
import type { LoggedCall } from '../storage/request-log.ts'
import { reportBody, reportedPeople } from './reported-people.ts'
import { formRunRecord } from './testing/form-run-record.ts'

const run = (formRunGuid: string, more: Partial<FormRunRecord>) =>
  formRunRecord(formRunGuid, { userGuid: 'mina', examGuid: 'fishes', ...more })
const call = (userGuid: string, examGuid: string, timeStamp: string): LoggedCall => ({
  attempt: { format: 1, id: timeStamp, request: timeStamp, status: 0, response: '', responseHeaders: {}, timeStamp },
  request: { format: 1, key: timeStamp, type: 'POST', payload: {}, endpoint: '/x', userGuid, examGuid, referenceCount: 1 },
})
const runs = [
  run('1', {}),
  run('2', { examGuid: 'birds', examName: 'Birds' }),
  run('3', {}),
  run('4', { userGuid: 'ada', learnerName: 'Ada Wood' }),
  run('5', { userGuid: 'stranger', orgId: 8 }),
]

test('whom a report may concern are the learners of the organisation who sat an exam here, each with their exams', () => {
  expect(reportedPeople(runs, 7)).toEqual([
    { userGuid: 'ada', name: 'Ada Wood', exams: [{ examGuid: 'fishes', name: 'Fishes' }] },
    {
      userGuid: 'mina',
      name: 'Mina Okafor',
      exams: [
        { examGuid: 'fishes', name: 'Fishes' },
        { examGuid: 'birds', name: 'Birds' },
      ],
    },
  ])
})

describe('a report', () => {
  const calls = [
    call('mina', 'fishes', '2026-11-21T08:00:00.000Z'),
    call('mina', 'birds', '2026-11-21T09:00:00.000Z'),
    call('ada', 'fishes', '2026-11-21T10:00:00.000Z'),
    call('admin', '', '2026-11-21T11:00:00.000Z'),
    call('stranger', 'fishes', '2026-11-21T12:00:00.000Z'),
  ]
  const nothing = { description: 'It stood still.', start: '', end: '', userGuid: '', examGuid: '' }
  const takenAlong = (more: Partial<typeof nothing>) =>
    reportBody({ ...nothing, ...more }, 'admin', reportedPeople(runs, 7), calls).userActivity.map(({ userGuid, requests }) => [
      userGuid,
      requests.map(({ timeStamp }) => String(timeStamp).slice(11, 13)),
    ])

  // ENT-331
  test("takes along what was called here by the organisation's own people, and nothing of strangers", () => {
    expect(takenAlong({})).toEqual([
      ['mina', ['08', '09']],
      ['ada', ['10']],
      ['admin', ['11']],
    ])
    expect(takenAlong({ userGuid: 'stranger' })).toEqual([])
    expect(reportBody(nothing, 'admin', [], [])).toMatchObject({ reporterGuid: 'admin', bugDescription: 'It stood still.' })
  })

  test('that names a user, an exam or a time takes along no more than that', () => {
    expect(takenAlong({ userGuid: 'mina' })).toEqual([['mina', ['08', '09']]])
    expect(takenAlong({ userGuid: 'mina', examGuid: 'birds' })).toEqual([['mina', ['09']]])
    const local = (iso: string) => {
      const at = new Date(iso)
      return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
    }
    expect(takenAlong({ start: local('2026-11-21T09:00:00Z'), end: local('2026-11-21T10:30:00Z') })).toEqual([
      ['mina', ['09']],
      ['ada', ['10']],
    ])
  })
})
