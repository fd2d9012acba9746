import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MarkEntry } from './mark-entry.ts'
import { learnerCommentIn, markThatCounts, type Response } from './mark-that-counts.ts'

type Drawn = Pick<MarkEntry, 'kind'> & { readonly marks: number; readonly sequence: number; readonly basis: number }

const kinds = [
  'mark',
  'cannot',
  'return',
  'take-back',
  'adjudicate',
  'moderate',
  'regrade',
  'neutralise',
  'review-opened',
  'review-closed',
] as const
const drawn = (some: readonly MarkEntry['kind'][] = kinds): fc.Arbitrary<Drawn[]> =>
  fc.array(
    fc.record({
      kind: fc.constantFrom(...some),
      marks: fc.integer({ min: 0, max: 5_000_000_000 }),
      sequence: fc.integer({ min: 1, max: 3 }),
      basis: fc.nat({ max: 9 }),
    }),
    { maxLength: 10 },
  )

/** A mark is based on one that was there; whatever else is in an entry, its kind decides what is read of it. */
const written = (all: readonly Drawn[]): MarkEntry[] =>
  all.map(({ kind, marks, sequence, basis }, index) => {
    const one = {
      number: index + 1,
      author: 'm',
      atMs: index,
      reason: 'r',
      key: 'k',
      marks,
      sequence,
      files: '',
      basedOn: Math.min(basis, index),
      // Of an entry that is none, so that it takes no return back.
      returned: 0,
    }
    return { ...one, kind } as MarkEntry
  })
const next = (entries: readonly MarkEntry[], more: object): MarkEntry[] => [
  ...entries,
  { number: entries.length + 1, author: 'm', atMs: 0, reason: 'r', files: '', ...more } as MarkEntry,
]
const response: fc.Arbitrary<Response> = fc.record({
  sequence: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  files: fc.constant(''),
  isBlank: fc.boolean(),
  automatic: fc.option(fc.integer({ min: 0, max: 5_000_000_000 }), { nil: undefined }),
})
const sequence = 2

test('an adjudication of the answer as it stands counts, whatever was or is written beside it but another', () => {
  const others = kinds.filter((kind) => kind !== 'adjudicate')
  void fc.assert(
    fc.property(drawn(), drawn(others), response, (before, after, one) => {
      const ruled = next(written(before), { kind: 'adjudicate', marks: 7, sequence })
      const all = [...ruled, ...written(after).map((entry) => ({ ...entry, number: entry.number + ruled.length }))]
      expect(markThatCounts(all, { ...one, sequence })).toMatchObject({ marks: 7, by: 'adjudication' })
    }),
  )
})

test('another key changes no mark that a person has given, and where nobody has, it alone counts', () => {
  void fc.assert(
    fc.property(drawn(), response, fc.nat(), (all, one, automatic) => {
      const entries = written(all)
      const counts = markThatCounts(entries, one)
      const regraded = markThatCounts(next(entries, { kind: 'regrade', key: '2' }), { ...one, automatic })
      const isOfPerson = 'by' in counts ? counts.by !== 'key' && counts.by !== 'blank' : counts.waiting !== 'unmarked'
      expect(regraded).toEqual(isOfPerson ? counts : { marks: automatic, by: 'key', isNeutralised: counts.isNeutralised })
    }),
  )
})

test('two marks on the same basis are both kept, count neither, and an adjudication decides', () => {
  void fc.assert(
    fc.property(drawn(['mark', 'review-opened']), response, (before, one) => {
      const start = next(written(before), { kind: 'return' })
      const basedOn = start.length
      const once = next(start, { kind: 'mark', marks: 1, sequence, basedOn })
      const twice = next(once, { kind: 'mark', marks: 2, sequence, basedOn })
      const both = [basedOn + 1, basedOn + 2]
      expect(markThatCounts(twice, { ...one, sequence })).toMatchObject({ waiting: 'conflict', between: both })
      const decided = next(twice, { kind: 'adjudicate', marks: 2, sequence })
      expect(markThatCounts(decided, { ...one, sequence })).toMatchObject({ marks: 2, by: 'adjudication' })
    }),
  )
})

test('an answer that changed after it was marked waits, and its mark is kept with the answer that it saw', () => {
  void fc.assert(
    fc.property(response, fc.nat(), (one, marks) => {
      const entries = next([], { kind: 'mark', marks, sequence, basedOn: 0 })
      expect(markThatCounts(entries, { ...one, sequence })).toMatchObject({ marks, by: 'person' })
      const changed = markThatCounts(entries, { ...one, sequence: sequence + 1 })
      expect(changed).toMatchObject({ waiting: 'changed', kept: { marks, sequence } })
    }),
  )
})

test('who marks an answer that changed after it was decided is heard, and a mark of what it was before is not', () => {
  const ruled = next(next([], { kind: 'mark', marks: 1, sequence, basedOn: 0 }), { kind: 'adjudicate', marks: 2, sequence })
  const now: Response = { sequence: 3, files: '', isBlank: false, automatic: undefined }
  expect(markThatCounts(ruled, now)).toMatchObject({ waiting: 'changed', kept: { marks: 2 } })
  const late = next(ruled, { kind: 'mark', marks: 3, sequence, basedOn: 1 })
  expect(markThatCounts(late, now)).toMatchObject({ waiting: 'changed', kept: { marks: 3 } })
  const anew = next(ruled, { kind: 'mark', marks: 3, sequence: 3, basedOn: 2 })
  expect(markThatCounts(anew, now)).toMatchObject({ marks: 3, by: 'person' })
  expect(markThatCounts(anew, { ...now, sequence })).toMatchObject({ marks: 2, by: 'adjudication' })
})

test('files are part of an answer: a mark of others waits', () => {
  const entries = next([], { kind: 'mark', marks: 3, sequence: undefined, files: 'one', basedOn: 0 })
  const now: Response = { sequence: undefined, files: 'one', isBlank: false, automatic: undefined }
  expect(markThatCounts(entries, now)).toMatchObject({ marks: 3, by: 'person' })
  expect(markThatCounts(entries, { ...now, files: 'two' })).toMatchObject({ waiting: 'changed' })
})

test('what somebody could not mark waits for another until that one or the answer changes', () => {
  const now: Response = { sequence, files: '', isBlank: false, automatic: undefined }
  const cannot = next([], { kind: 'cannot', sequence, basedOn: 0 })
  expect(markThatCounts(cannot, now)).toMatchObject({ waiting: 'cannot' })
  expect(markThatCounts(cannot, { ...now, sequence: 3 })).toMatchObject({ waiting: 'unmarked' })
  expect(markThatCounts(next(cannot, { kind: 'mark', marks: 1, sequence, basedOn: 1 }), now)).toMatchObject({ marks: 1 })
  const both = next(cannot, { kind: 'mark', marks: 1, sequence, basedOn: 0 })
  expect(markThatCounts(both, now)).toMatchObject({ waiting: 'conflict', between: [1, 2] })
})

test('a mark that names an entry which is not there replaces none that gets its number later', () => {
  const lost = next([], { kind: 'mark', marks: 1, sequence, basedOn: 2 })
  const both = next(lost, { kind: 'mark', marks: 2, sequence, basedOn: 0 })
  const now: Response = { sequence, files: '', isBlank: false, automatic: undefined }
  expect(markThatCounts(both, now)).toMatchObject({ waiting: 'conflict', between: [1, 2] })
})

test('a blank response that no key marks has 0, and one that is returned is unmarked again', () => {
  const blank = { sequence: undefined, files: '', isBlank: true, automatic: undefined }
  expect(markThatCounts([], blank)).toEqual({ marks: 0, by: 'blank', isNeutralised: false })
  expect(markThatCounts([], { ...blank, sequence, isBlank: false })).toMatchObject({ waiting: 'unmarked' })
  const returned = next(next([], { kind: 'mark', marks: 3, sequence, basedOn: 0 }), { kind: 'return' })
  expect(markThatCounts(returned, { ...blank, sequence, isBlank: false })).toMatchObject({ waiting: 'unmarked' })
})

test('a mark after a return was taken back takes the place of the one that counts again by it', () => {
  const now: Response = { sequence, files: '', isBlank: false, automatic: undefined }
  let all = next([], { kind: 'mark', marks: 1, sequence, basedOn: 0 })
  for (const returned of [2, 4]) all = next(next(all, { kind: 'return' }), { kind: 'take-back', returned })
  const again = next(all, { kind: 'mark', marks: 2, sequence, basedOn: 5 })
  expect(markThatCounts(again, now)).toMatchObject({ marks: 2, by: 'person' })
  // Who saw the return, and not that it was taken back, knows nothing of the mark that counts again.
  const between = next(all, { kind: 'mark', marks: 2, sequence, basedOn: 4 })
  expect(markThatCounts(between, now)).toMatchObject({ waiting: 'conflict', between: [1, 6] })
})

test('a return that is taken back changes nothing, and one that is not takes the marks of before away', () => {
  void fc.assert(
    fc.property(drawn(), response, (all, one) => {
      const entries = written(all)
      const returned = next(entries, { kind: 'return' })
      const takenBack = next(returned, { kind: 'take-back', returned: returned.length })
      expect(markThatCounts(takenBack, one)).toEqual(markThatCounts(entries, one))
    }),
  )
})

test('the comment for the learner is that of the mark that counts', () => {
  void fc.assert(
    fc.property(drawn(), response, fc.integer({ min: 1, max: 3 }), (all, one, sequence) => {
      // The answer that stands is the newest that anybody saw, or newer. Each entry has its number for a mark, by which the entry that counts is found.
      const entries = written(all).map(
        (entry) => ({ ...entry, marks: entry.number, learnerComment: `c${entry.number}` }) as MarkEntry,
      )
      const newest = Math.max(sequence, ...all.map((entry) => entry.sequence))
      const counting = markThatCounts(entries, { ...one, sequence: newest })
      if (counting.waiting === undefined && ['adjudication', 'moderation', 'person'].includes(counting.by))
        expect(learnerCommentIn(entries)).toBe(`c${counting.marks}`)
    }),
    { numRuns: 1000 },
  )
})
