import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FileFacts, fileErrors, matchesType } from './file-checks.ts'
import { type ChoiceRules, checkChoice, isQueueFull, sizeText } from './file-choice.ts'

const fileOf = (name: string, size = 100): FileFacts => ({ name, size, type: '' })
const open: ChoiceRules = {
  accepted: [],
  rejected: [],
  minSize: 0,
  maxSize: 0,
  multiple: true,
  maxQueued: 0,
  maxUploaded: 0,
}
const nothing = { queued: [], uploaded: [] }

describe('a choice of files', () => {
  const names = (files: readonly FileFacts[]) => files.map(({ name }) => name)

  // UP-320 UP-321
  test('a name that already waits is error 5, and the others continue; a full queue is error 4, and stops', () => {
    const choice = checkChoice(
      ['a', 'b', 'b', 'c', 'd', 'e'].map((name) => fileOf(name)),
      { ...open, maxQueued: 3 },
      {
        ...nothing,
        queued: ['a'],
      },
    )
    expect(names(choice.taken)).toEqual(['b', 'c'])
    expect(choice.refused.map(({ file, error }) => [file.name, error])).toEqual([
      ['a', 5],
      ['b', 5],
      ['d', 4],
    ])
    expect(choice.dropped.map(({ file, reason }) => [file.name, reason])).toEqual([['e', 'queue-full']])
  })

  // UP-322
  test('only the first file counts if a single one may be chosen', () => {
    const choice = checkChoice([fileOf('a', 1), fileOf('b')], { ...open, multiple: false, minSize: 2 }, nothing)
    expect(choice.taken).toEqual([])
    expect(choice.refused).toHaveLength(1)
    expect(choice.dropped.map(({ file, reason }) => [file.name, reason])).toEqual([['b', 'one-at-a-time']])
  })

  // UP-323
  test('none may be made while as many wait as may', () => {
    expect([0, 1, 2, 3].map((queued) => isQueueFull(queued, { maxQueued: 2 }))).toEqual([false, false, true, true])
    expect(isQueueFull(1000, { maxQueued: 0 })).toBe(false)
  })

  // UP-324
  test('files without space on the server are dropped and named; a file with an existing name replaces it', () => {
    const chosen = ['new1', 'old', 'new2', 'new3'].map((name) => fileOf(name))
    const choice = checkChoice(chosen, { ...open, maxUploaded: 4 }, { queued: ['waits', 'old2'], uploaded: ['old', 'old2'] })
    expect(names(choice.taken)).toEqual(['new1', 'old'])
    expect(choice.refused).toEqual([])
    expect(choice.dropped.map(({ file, reason }) => [file.name, reason])).toEqual([
      ['new2', 'no-room'],
      ['new3', 'no-room'],
    ])
  })

  // UP-321 UP-322 UP-324
  test('every file gets into exactly one of the lists', () => {
    const rules = fc.record({ multiple: fc.boolean(), maxQueued: fc.nat(3), maxUploaded: fc.nat(3), maxSize: fc.nat(4) })
    const files = fc.array(fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd', 'e'), size: fc.nat(5) }), { maxLength: 8 })
    fc.assert(
      fc.property(files, rules, fc.subarray(['a', 'b']), fc.subarray(['b', 'c']), (some, limits, queued, uploaded) => {
        const chosen = some.map(({ name, size }) => fileOf(name, size))
        const { taken, refused, dropped } = checkChoice(chosen, { ...open, ...limits }, { queued, uploaded })
        const listed = [...taken, ...[...refused, ...dropped].map(({ file }) => file)]
        expect(listed).toHaveLength(chosen.length)
        expect(new Set(listed)).toEqual(new Set(chosen))
      }),
    )
  })

  // UP-311 UP-326 UP-327
  test('each file fails by the first check that it fails, in the order of the specification, and nothing fails without rules', () => {
    const file = fc.record({
      name: fc.constantFrom('a.pdf', 'b.pdf', 'c.exe', 'd', 'e.PDF', 'f.png'),
      type: fc.constantFrom('', 'application/pdf', 'image/png'),
      size: fc.integer({ min: 0, max: 6 }),
    })
    const types = fc.subarray(['pdf', 'image/*', 'exe', 'application/pdf'])
    const limit = fc.integer({ min: 0, max: 4 })
    const rules = fc.record<ChoiceRules>({
      accepted: types,
      rejected: types,
      minSize: limit,
      maxSize: limit,
      multiple: fc.boolean(),
      maxQueued: limit,
      maxUploaded: fc.constant(0),
    })
    fc.assert(
      fc.property(fc.array(file, { maxLength: 8 }), rules, fc.subarray(['a.pdf', 'd']), (files, given, queued) => {
        const { taken, refused } = checkChoice(files, given, { ...nothing, queued })
        const waiting = [...queued]
        const expected: unknown[] = []
        for (const one of given.multiple ? files : files.slice(0, 1)) {
          const fails: [unknown, boolean][] = [
            [1, given.accepted.length > 0 && !matchesType(one, given.accepted)],
            [1, matchesType(one, given.rejected)],
            [3, one.size === 0 || one.size < given.minSize],
            [2, given.maxSize > 0 && one.size >= given.maxSize],
            [5, waiting.includes(one.name)],
            [4, given.maxQueued > 0 && waiting.length >= given.maxQueued],
          ]
          const error = fails.find(([, isSo]) => isSo)?.[0]
          if (error !== undefined) expected.push([one, error])
          else waiting.push(one.name)
          if (error === fileErrors.tooMany) break
        }
        expect(refused.map((one) => [one.file, one.error])).toEqual(expected)
        expect(names(taken)).toEqual(waiting.slice(queued.length))
        expect(new Set(waiting).size).toBe(waiting.length)
      }),
    )
    const all = fc.uniqueArray(file, { selector: ({ name }) => name })
    fc.assert(
      fc.property(all, (files) => {
        const full = files.filter(({ size }) => size > 0)
        expect(checkChoice(full, open, nothing)).toEqual({ taken: full, refused: [], dropped: [] })
      }),
    )
  })
})

test('a size reads in the largest unit that fits', () => {
  const sizes = [0, 1, 1023, 1024, 10 * 1024 ** 2, 1.55 * 1024 ** 3, 5000 * 1024 ** 3]
  expect(sizes.map((size) => sizeText(size, 'en'))).toEqual([
    '0 bytes',
    '1 bytes',
    '1023 bytes',
    '1 kB',
    '10 MB',
    '1.6 GB',
    '5000 GB',
  ])
  expect(['de', 'cy', 'en-GB'].map((language) => sizeText(1.55 * 1024 ** 3, language))).toEqual(['1,6 GB', '1.6 GB', '1.6 GB'])
})
