import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Answer, answer, isAnswerTooLong, maxAnswerCharacters } from './answer.ts'

/** Bytes that the server takes as a body, less those of the workings and of all else beside the answer. */
const roomBytes = 4 * 1024 * 1024 - 700_000
const ofText = (answerText: string): Answer => ({ answerText, options: [] })

test('an answer as long as it may be is taken, one with a character more is not', () => {
  expect(isAnswerTooLong(ofText('x'.repeat(maxAnswerCharacters)))).toBe(false)
  expect(isAnswerTooLong(ofText('x'.repeat(maxAnswerCharacters + 1)))).toBe(true)
  const option = { optionID: '1', optionText: 'x'.repeat(maxAnswerCharacters + 1) }
  expect(isAnswerTooLong({ answerText: '', options: [option] })).toBe(true)
  expect(isAnswerTooLong({ answerText: '', options: [], otherText: option.optionText })).toBe(true)
})

test('texts that are each short enough can be too long together', () => {
  const options = Array.from({ length: 8 }, (_, index) => ({ optionID: `${index}`, optionText: '漢'.repeat(200_000) }))
  expect(isAnswerTooLong({ answerText: '', options })).toBe(true)
  expect(isAnswerTooLong({ answerText: '', options: options.slice(0, 4) })).toBe(false)
})

test('every answer within the limit fits the schema of a save and the body of a request', () => {
  const long = fc.tuple(fc.constantFrom('x', 'é', '漢', '😀', '\u0001', '"', '\ud800'), fc.nat(maxAnswerCharacters))
  const textOf = long.map(([sign, length]) => sign.repeat(length / sign.length))
  fc.assert(
    fc.property(
      textOf,
      fc.array(textOf, { maxLength: 6 }),
      fc.option(textOf, { nil: undefined }),
      (answerText, texts, otherText) => {
        const options = texts.map((optionText, index) => ({ optionID: `${index}`, optionText }))
        const given: Answer = { answerText, options, ...(otherText !== undefined && { otherText }) }
        if (isAnswerTooLong(given)) return
        expect(answer.safeParse(given).success).toBe(true)
        expect(new TextEncoder().encode(JSON.stringify(given)).length).toBeLessThan(roomBytes)
      },
    ),
    { numRuns: 12 },
  )
})
