import { expect, test } from 'vitest'
import { compareClaims } from './compare-claims.ts'
import type { Claim } from './look.ts'
import type { Note } from './notes.ts'
import type { Stored, StoredEvent } from './stored.ts'

const exam = { questionIds: ['q1', 'q2'], isTyped: [true, true] }
/** The harness's clock reads 0 at this moment of the server's. */
const startMs = 1_000_000
const originMs = startMs

const came = (atMs: number, answerText: string): StoredEvent => ({
  ...{ formRunGuid: 'run', questionId: 'q1', sequence: atMs, writerId: 'w', answerText, optionIds: [], workings: '' },
  ...{ bookmarked: false, requestId: `r${atMs}`, outcome: 'applied', receivedAt: startMs + atMs, clientTime: null },
})
const stored = (...events: StoredEvent[]): Stored => ({
  ...{ formRuns: [], answers: [], activities: [], marks: [], files: [], attempts: [], decisions: [] },
  events,
})
const entered = (atMs: number, value: string): Note => ({ what: 'entered', atMs, device: 0, question: 0, value })
const says = (atMs: number, ...claims: Claim[]): Note => ({ what: 'claims', atMs, device: 0, claims })
const saved = (answer: string): Claim => ({ says: 'saved', question: 0, answer, isBookmarked: false })
const all: Claim = { says: 'all there', where: 'last page' }
const counted = (count: number): Claim => ({ says: 'on the server', count })

const found = (notes: Note[], held: Stored, sinceMs = Number.NEGATIVE_INFINITY) =>
  compareClaims(notes, exam, held, { sinceMs, originMs, openAtEnd: 0 }).map(({ kind, detail }) => `${kind}: ${detail}`)

test('what is called saved once it is there is true, and before that it is untold', () => {
  expect(found([entered(1, 'a'), says(2000, saved('a'))], stored(came(1500, 'a')))).toEqual([])
  expect(found([entered(1, 'a'), says(2000, saved('a')), says(2100)], stored(came(9000, 'a')))).toEqual([
    'untold: question 1 calls “a” saved at 2.000, and it is not so',
  ])
  // An older one was there.
  expect(found([says(2000, saved('ab')), says(2100)], stored(came(1500, 'a')))).toHaveLength(1)
})

test('that all is there is held against what had been entered by then, and not against what came later', () => {
  const notes = [entered(1, 'a'), entered(1000, 'ab'), says(2000, all), says(2500), entered(3000, 'abc')]
  expect(found(notes, stored(came(1500, 'ab')))).toEqual([])
  expect(found(notes, stored(came(1500, 'a'), came(5000, 'abc')))).toEqual([
    'untold: the last page says that all is there at 2.000, and it is not so',
  ])
})

test('more answers are not called there than there are', () => {
  expect(found([says(2000, counted(1)), says(2001)], stored(came(1, 'a')))).toEqual([])
  expect(found([says(2000, counted(2)), says(2001)], stored(came(1, 'a')))).toHaveLength(1)
})

test('of a database that was set back, moments are judged from when the page could know; what stands at the end always', () => {
  const notes = [entered(1, 'a'), says(2000, saved('a')), says(2001)]
  expect(found(notes, stored(), 5000)).toEqual([])
  expect(found([...notes, says(6000, saved('a')), says(6001)], stored(), 5000)).toHaveLength(1)
  expect(found([entered(1, 'a'), says(2000, saved('a'))], stored(), Number.POSITIVE_INFINITY)).toEqual([
    'untold: question 1 calls “a” saved at the end, and it is not so',
  ])
})
