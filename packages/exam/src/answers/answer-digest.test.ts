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

describe('what an answer holds', () => {
  test('has the same hash after its way through JSON, and one whose options are left out as one without any', () => {
    fc.assert(
      fc.property(answer, (one) => {
        expect(contentHash(JSON.parse(JSON.stringify(one)))).toBe(contentHash(one))
        const { options, ...bare } = one.answer
        if (!options?.length) expect(contentHash({ ...one, answer: { ...bare, options: [] } })).toBe(contentHash(one))
      }),
    )
  })

  test('has another one after any change', () => {
    fc.assert(
      fc.property(answer, fc.string({ minLength: 1 }), (one, more) => {
        const hash = contentHash(one)
        expect(contentHash({ ...one, bookmarked: !one.bookmarked })).not.toBe(hash)
        expect(contentHash({ ...one, answer: { ...one.answer, answerText: one.answer.answerText + more } })).not.toBe(hash)
        expect(contentHash({ ...one, workings: `${one.workings}x` })).not.toBe(hash)
      }),
    )
  })

  test('has the same one where a database has dropped a sign that it can’t keep', () => {
    const stored = { answer: { answerText: 'a' }, workings: 'ab\uFFFD', bookmarked: false }
    expect(contentHash({ ...stored, workings: 'a\0b\uD800' })).toBe(contentHash(stored))
  })
})

describe('what the server lacks of what a page holds', () => {
  const line = (questionId: string, sequence: number, hash = 'h'): DigestLine => ({ questionId, sequence, hash })
  const standing = (...lines: DigestLine[]) => new Map(lines.map((one) => [one.questionId, one]))

  test('is nothing where all of it stands, is outdone, or is in the history', () => {
    const held = [line('a', 3), line('b', 2), line('c', 5)]
    expect(lackingOf(held, standing(line('a', 3), line('b', 7, 'other')), [line('c', 5)])).toEqual([])
  })

  test('is what has no answer there, an older one, or another one under its number', () => {
    const held = [line('a', 3), line('b', 2), line('c', 5)]
    const there = standing(line('a', 2), line('c', 5, 'other'))
    expect(lackingOf(held, there, [line('b', 5), line('a', 3, 'other')])).toEqual(held)
  })

  test('is, after the server was set back to any moment, what was saved at each question since; sent again, nothing lacks', () => {
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
