import type { SetAsideRecord } from '@sitwell/storage/set-aside'
import { expect, test } from 'vitest'
import type { AnswerRecord } from '../../storage/records.ts'
import { whereAnswersAre } from './where-answers-are.ts'

const record = (questionId: string, more: Partial<AnswerRecord>): AnswerRecord => ({
  format: 1,
  formRunGuid: 'run',
  questionId,
  userGuid: 'u',
  answer: { answerText: questionId, options: [] },
  bookmarked: false,
  workings: '',
  changed: false,
  sequence: 5,
  acknowledged: 5,
  writerId: 'w',
  changedAt: '2026-11-22T10:00:00Z',
  ...more,
})
const save = (questionId: string, questionNumber: number, formRunGuid = 'run') => ({
  format: 1 as const,
  id: `save of ${questionId}`,
  order: 1,
  type: 1 as const,
  userGuid: 'u',
  formRunGuid,
  callbackId: questionId,
  failed: false,
  payload: { questionNumber },
})
const aside = (reason: string, value: unknown): SetAsideRecord => ({
  format: 1,
  from: 'requests',
  key: 'x',
  reason,
  setAsideAt: '2026-11-22T10:00:00Z',
  value,
})

test('answers that the server has are counted, and those that only this device has are named with their reason', async () => {
  const store = {
    answersOf: async () => [
      record('never', { sequence: 0, acknowledged: 0 }),
      record('there', {}),
      record('late', { acknowledged: 0, late: true }),
      record('waiting', { acknowledged: 4, lastSave: save('waiting', 3) }),
      record('typed', { sequence: 0, acknowledged: 0, changed: true }),
      record('refused', { acknowledged: 0, lastSave: save('refused', 7) }),
    ],
    setAside: async () => [
      aside('SERVER_ERROR', save('refused', 7)),
      aside('NOT_FOUND', save('waiting', 3, 'another run')),
      aside('INVALID_REQUEST', 'nothing that can be read'),
    ],
  }
  expect(await whereAnswersAre(store, 'u', 'run')).toEqual({
    onServer: 2,
    onlyHere: [
      { questionId: 'waiting', number: 3, reason: undefined },
      { questionId: 'typed', number: undefined, reason: undefined },
      { questionId: 'refused', number: 7, reason: 'SERVER_ERROR' },
    ],
  })
})

test('a question that is bookmarked, cleared or only seen is no answer, and what may have been lost is said to be looked at', async () => {
  const store = { answersOf: async () => [], setAside: async () => [] }
  const records = [
    record('there', {}),
    record('cleared', { answer: { answerText: '', options: [] }, bookmarked: true }),
    record('seen', { answer: { answerText: 'visited', options: [] } }),
  ]
  expect(await whereAnswersAre(store, 'u', 'run', { records, asking: 'asking' })).toEqual({
    onServer: 1,
    onlyHere: [],
    isChecking: true,
  })
})
