import { expect, test } from 'vitest'
import type { ComparedExam } from './compare.ts'
import { compareLog } from './compare-log.ts'
import type { MoveType, Note } from './notes.ts'
import type { Stored } from './stored.ts'

const exam: ComparedExam = { questionIds: ['q1', 'q2'], isTyped: [true, false] }

const moved = (atMs: number, question: number, type: MoveType = 3, device = 0): Note => ({
  what: 'moved',
  atMs,
  device,
  type,
  question,
})
const entered = (atMs: number, question: number, value: string): Note => ({ what: 'entered', atMs, device: 0, question, value })
const finished: Note = { what: 'finished', atMs: 9000, device: 0 }
const settled = (sinceMs: number): Note => ({ what: 'settled', atMs: sinceMs + 1000, device: 0, sinceMs })
const crashed = (atMs: number): Note => ({ what: 'cut short', atMs, device: 0, isReload: false })

const logged = (...entries: [type: number, value: unknown][]): Stored => ({
  formRuns: [],
  answers: [],
  events: [],
  marks: [],
  files: [],
  attempts: [],
  decisions: [],
  activities: entries.map(([type, value], index) => ({
    formRunGuid: 'run',
    activityId: `2026-01-01T00:00:0${index}.000Z`,
    type,
    value,
    receivedAt: index,
  })),
})
const found = (notes: Note[], stored: Stored, isSteady = true) =>
  compareLog(notes, exam, stored, { hasSteadyClock: isSteady, isWhole: true }).length

test('a log with each move once is right', () => {
  expect(found([moved(1, 1), moved(2, 0, 5), finished], logged([3, 'q2'], [5, 'q1'], [7, '']))).toBe(0)
})

test('a move that is there twice, or that nobody made, is a fault', () => {
  expect(found([moved(1, 1), finished], logged([3, 'q2'], [3, 'q2']))).toBeGreaterThan(0)
  expect(found([finished], logged([4, 'q2']))).toBeGreaterThan(0)
})

test('a move that is missing is a fault once the exam is finished, unless the tab crashed before it had the time to keep it', () => {
  expect(found([moved(1, 1), finished], logged([7, '']))).toBe(1)
  expect(found([moved(1, 1)], logged())).toBe(0)
  expect(found([moved(1, 1), crashed(500), finished], logged([7, '']))).toBe(0)
  expect(found([moved(1, 1), settled(0), crashed(2500), finished], logged([7, '']))).toBe(0)
  expect(found([moved(1, 1), settled(1), crashed(2500), finished], logged([7, '']))).toBe(1)
  const onFullDisk = { ...crashed(2500), unsafeSinceMs: 0 } as Note
  expect(found([moved(1, 1), settled(1), onFullDisk, finished], logged([7, '']))).toBe(0)
})

test('moves out of their order are a fault, unless the clock was changed', () => {
  const notes = [moved(1, 1), moved(2, 0, 5), finished]
  expect(found(notes, logged([5, 'q1'], [3, 'q2']))).toBe(1)
  expect(found(notes, logged([5, 'q1'], [3, 'q2']), false)).toBe(0)
})

test('a second start or finish is a fault', () => {
  expect(found([], logged([6, ''], [6, '']))).toBe(1)
  expect(found([finished], logged([7, ''], [7, '']))).toBe(1)
})

test('a logged answer is one that was entered, in whichever form it is logged', () => {
  const notes = [entered(1, 0, 'cold'), entered(2, 1, '1,3 [bookmarked]')]
  const answer = (questionId: string, value: unknown): [number, unknown] => [0, { questionId, value }]
  expect(found(notes, logged(answer('q1', 'cold'), answer('q2', { 3: 'Malawi', 1: 'Baikal' })))).toBe(0)
  expect(found(notes, logged(answer('q1', { answerText: 'cold', options: [] })))).toBe(0)
  expect(found(notes, logged(answer('q1', 'warm')))).toBe(1)
  expect(found(notes, logged(answer('q2', { 2: 'Titicaca' })))).toBe(1)
})

test('the last answer that was entered before a move is in the log of a finished exam', () => {
  const notes = [entered(1, 0, 'cold'), entered(2, 0, 'cold and deep'), moved(3, 1), finished]
  const move: [number, unknown] = [3, 'q2']
  expect(found(notes, logged([0, { questionId: 'q1', value: 'cold and deep' }], move))).toBe(0)
  expect(found(notes, logged([0, { questionId: 'q1', value: 'cold' }], move))).toBe(1)
  expect(found(notes, logged(move))).toBe(1)
  const opened: Note = { what: 'opened', atMs: 2, device: 0 }
  expect(found([entered(1, 0, 'cold'), opened, moved(3, 1), finished], logged(move))).toBe(0)
  const signedIn: Note = { what: 'signed in', atMs: 2, device: 0 }
  expect(found([entered(1, 0, 'cold'), signedIn, moved(3, 1), finished], logged(move))).toBe(0)
})

test('a bookmark at what a crash has left of an answer is no answer that has to be in the log', () => {
  const marked = entered(2, 0, 'cold and deep [bookmarked]')
  const left: Note = { what: 'seen', atMs: 4, device: 0, question: 0, value: 'cold [bookmarked]' }
  const notes = [entered(1, 0, 'cold'), marked, crashed(3), left, entered(5, 0, 'cold'), moved(6, 1), finished]
  expect(found(notes, logged([3, 'q2']))).toBe(0)
})
