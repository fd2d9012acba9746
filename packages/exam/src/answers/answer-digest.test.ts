import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contentHash, type DigestLine, lackingOf } from './answer-digest.ts'

const answer = fc.record({
  answer: fc.record(
    {
      answerText: fc.string({ unit: 'binary' }),
      options: fc.array(fc.record({ optionID: fc.string(), optionText: fc.string() })),
      otherText: fc.string(),
    },
    { requiredKeys: ['answerText'] },
  ),
  workings: fc.string({ unit: 'binary' }),
  bookmarked: fc.boolean(),
})

describe('the digest of an answer', () => {
  test('stays the same through JSON, and treats missing options as none', () => {
    fc.assert(
      fc.property(answer, (one) => {
        expect(contentHash(JSON.parse(JSON.stringify(one)))).toBe(contentHash(one))
        const { options, ...bare } = one.answer
        if (!options?.length) expect(contentHash({ ...one, answer: { ...bare, options: [] } })).toBe(contentHash(one))
      }),
    )
  })

  test('changes with any change of the answer', () => {
    fc.assert(
      fc.property(answer, fc.string({ minLength: 1 }), (one, more) => {
        const hash = contentHash(one)
        expect(contentHash({ ...one, bookmarked: !one.bookmarked })).not.toBe(hash)
        expect(contentHash({ ...one, answer: { ...one.answer, answerText: one.answer.answerText + more } })).not.toBe(hash)
        expect(contentHash({ ...one, workings: `${one.workings}x` })).not.toBe(hash)
      }),
    )
  })

  test('stays the same if a database dropped a character that it can’t store', () => {
    const stored = { answer: { answerText: 'a' }, workings: 'ab\uFFFD', bookmarked: false }
    expect(contentHash({ ...stored, workings: 'a\0b\uD800' })).toBe(contentHash(stored))
  })
})

describe('the answers of a page that the server lacks', () => {
  const line = (questionId: string, sequence: number, hash = 'h'): DigestLine => ({ questionId, sequence, hash })
  const standing = (...lines: DigestLine[]) => new Map(lines.map((one) => [one.questionId, one]))

  test('the server lacks nothing that is current, superseded or in the history', () => {
    const held = [line('a', 3), line('b', 2), line('c', 5)]
    expect(lackingOf(held, standing(line('a', 3), line('b', 7, 'other')), [line('c', 5)])).toEqual([])
  })

  test('the server lacks an answer if it has no answer, an older one, or another one with its number', () => {
    const held = [line('a', 3), line('b', 2), line('c', 5)]
    const there = standing(line('a', 2), line('c', 5, 'other'))
    expect(lackingOf(held, there, [line('b', 5), line('a', 3, 'other')])).toEqual(held)
  })

  test('after a set-back to any moment the server lacks the later saves; after they are sent again, it lacks nothing', () => {
    const saves = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 })
    fc.assert(
      fc.property(saves, fc.nat(), (questions, cut) => {
        const all = questions.map((questionId, index) => line(questionId, index + 1, `${index}`))
        const latest = standing(...all)
        const stored = all.slice(0, cut % (all.length + 1))
        const lacking = lackingOf([...latest.values()], standing(...stored), stored)
        expect(lacking).toEqual([...latest.values()].filter(({ sequence }) => sequence > stored.length))
        expect(lackingOf([...latest.values()], standing(...stored, ...lacking), [])).toEqual([])
      }),
    )
  })
})
