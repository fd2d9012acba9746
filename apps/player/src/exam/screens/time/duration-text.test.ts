import { textsOf } from '@sitwell/i18n/testing/texts-of'
import { describe, expect, test } from 'vitest'
import { durationText } from './duration-text.ts'

const { text } = textsOf()
const inWords = (duration: unknown) => durationText(text, duration)

describe('a duration in words', () => {
  // EXT-322
  test('is minutes and seconds, each where there are any', () => {
    expect([60, 120, 121, 45, 1, 0, 3600, 3661.4].map(inWords)).toEqual([
      '1 minute',
      '2 minutes',
      '2 minutes and 1 second',
      '45 seconds',
      '1 second',
      '0 seconds',
      '60 minutes',
      '61 minutes and 1 second',
    ])
  })

  // EXT-323
  test('says of what is no duration that it is invalid', () => {
    for (const duration of [-1, Number.NaN, Number.POSITIVE_INFINITY, 'abc', undefined, null, {}])
      expect(inWords(duration)).toBe('Invalid input')
    expect(inWords(1e15)).toMatch(/^[\d,]+ minutes and 40 seconds$/)
  })
})

// EXT-320 EXT-321
test('the answers of an invigilator read as they are agreed on', () => {
  const exam = 'Biology'
  expect(text('exam.extensionAgreed', { exam, duration: inWords(60) })).toBe(
    'Invigilator has agreed to extend this Biology by 1 minute',
  )
  expect(text('exam.extensionDeclined', { exam })).toBe(
    'Invigilator has not agreed to extend this Biology. Your Biology will finish now',
  )
})
