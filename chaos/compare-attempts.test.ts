import { describe, expect, test } from 'vitest'
import { compareAttempts, compareDecisions } from './compare-attempts.ts'
import type { Note } from './notes.ts'
import type { Stored, StoredAttempt, StoredEvent } from './stored.ts'

const exam = { questionIds: ['q'] }
const whole = { isForgetful: false }

const event = (sequence: number, outcome: StoredEvent['outcome'] = 'applied'): StoredEvent => ({
  ...{ formRunGuid: 'f', questionId: 'q', sequence, writerId: 'w', answerText: '', optionIds: ['1'], workings: '' },
  ...{ bookmarked: false, requestId: `s${sequence}`, outcome, receivedAt: sequence, clientTime: null },
})
const attempt = (requestId: string, sequence = 1, isLast = false): StoredAttempt => ({
  questionId: 'q',
  sequence,
  isLast,
  requestId,
})
const stored = (attempts: StoredAttempt[], events = [event(1)]): Stored => ({
  ...{ formRuns: [], answers: [], events, activities: [], marks: [], files: [], attempts, decisions: [] },
})
const at = { atMs: 1, device: 0 }
const pressed: Note = { ...at, what: 'asked to check', question: 0 }
const told = (count: number): Note => ({ ...at, what: 'checked', question: 0, count, isClosed: count === 2 })
const kindsOf = (notes: readonly Note[], of: Stored, how = whole) =>
  compareAttempts(notes, exam, of, how).map(({ kind }) => kind)

describe('of attempts at a question', () => {
  test('those that were acknowledged are there, each at an answer that stood', () => {
    const notes = [pressed, told(1), pressed, told(2)]
    expect(kindsOf(notes, stored([attempt('a'), attempt('b', 1, true)]))).toEqual([])
    expect(kindsOf(notes, stored([attempt('a')]))).toEqual(['lost'])
    expect(kindsOf(notes, stored([attempt('a')]), { isForgetful: true })).toEqual([])
    expect(kindsOf([pressed, told(1)], stored([attempt('a', 7)]))).toEqual(['lost'])
    expect(kindsOf([pressed, told(1)], stored([attempt('a')], [event(1, 'closed')]))).toEqual(['lost'])
  })

  test('one that is made once more because its reply got lost is the same, unless its page is gone', () => {
    const two = stored([attempt('a'), attempt('b', 1, true)])
    expect(kindsOf([pressed, pressed, told(2)], two)).toEqual(['double'])
    expect(kindsOf([pressed, { ...at, what: 'struck', kind: 'cut' }, pressed, told(2)], two)).toEqual(['double'])
    expect(kindsOf([pressed, { ...at, what: 'opened' }, pressed, told(2)], two)).toEqual([])
    expect(kindsOf([pressed, { ...at, what: 'cut short', isReload: true }, pressed], two)).toEqual([])
  })

  test('there are no more than may be, none twice, and the last is kept as it', () => {
    const notes = [pressed, told(1), pressed, told(2), pressed]
    expect(kindsOf(notes, stored([attempt('a'), attempt('b', 1, true), attempt('c')]))).toEqual(['double'])
    expect(kindsOf(notes, stored([attempt('a'), attempt('b')]))).toEqual(['double'])
    expect(kindsOf(notes, stored([attempt('a'), attempt('a', 1, true)]))).toEqual(['double'])
  })
})

describe('of parts that hang on answers', () => {
  const answer = { ...event(1), optionIds: ['1'] }
  const kinds = (decisions: Stored['decisions'], notes: readonly Note[] = [], how = whole) =>
    compareDecisions(notes, exam, { decisions, answers: [answer] }, how).map(({ kind }) => kind)

  test('each is decided about once, by the answer that stands', () => {
    const chosen = { partId: 'chosen', isAsked: true }
    expect(kinds([chosen, { partId: 'others', isAsked: false }])).toEqual([])
    expect(kinds([chosen, chosen])).toEqual(['double'])
    expect(kinds([{ partId: 'chosen', isAsked: false }])).toEqual(['overwritten'])
    expect(kinds([{ partId: 'others', isAsked: true }])).toEqual(['overwritten'])
  })

  test('one that was opened was decided about, unless the database was set back', () => {
    const ended: Note = { ...at, what: 'ended part' }
    expect(kinds([], [ended])).toEqual(['lost'])
    expect(kinds([], [ended], { isForgetful: true })).toEqual([])
  })
})
