import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { audioCheckOf, isElapsedDue, isRecording, playingTime } from './audio.ts'

const media = (url: string, check = false) => ({ url, check })

describe('the audio check', () => {
  // INTRO-225
  test('the check runs only if a section has a recording', () => {
    expect(audioCheckOf([], undefined).runs).toBe(false)
    expect(audioCheckOf([{}, { media: media('talk.pdf') }], media('hello.mp3')).runs).toBe(false)
    expect(audioCheckOf([{}, { media: media('resources/talk.m4a') }], undefined).runs).toBe(true)
    expect(audioCheckOf([{ media: media('talk.MP3?orgID=1') }], undefined).runs).toBe(true)
    expect(audioCheckOf([{}], media('hello.mp3'), true)).toEqual({ runs: true, media: media('hello.mp3') })
    expect(audioCheckOf([{}], undefined, true)).toEqual({ runs: true })
  })

  test("plays what is meant for it, and never an exam's recording before its time", () => {
    const talk = { media: media('talk.mp3') }
    expect(audioCheckOf([talk], undefined).media).toBeUndefined()
    expect(audioCheckOf([talk], media('hello.mp3')).media).toEqual(media('hello.mp3'))
    expect(audioCheckOf([talk, { media: media('try.m4a', true) }], undefined).media).toEqual(media('try.m4a', true))
    expect(audioCheckOf([talk], media('picture.png')).media).toBeUndefined()
  })

  test('knows a recording by the end of its path alone', () => {
    expect(['a.mp3', ' b.M4A ', 'c.mp3#t=3', 'd.m4a?x=1'].every(isRecording)).toBe(true)
    expect(['', 'mp3', 'a.mp3.zip', 'a.mp4', 'mp3/a.ogg'].some(isRecording)).toBe(false)
  })
})

// INTRO-231
test('the progress of a recording is reported after a number of seconds', () => {
  const times = fc.array(fc.double({ min: 0, max: 600, noNaN: true }), { minLength: 2, maxLength: 200 })
  fc.assert(
    fc.property(times, fc.double({ min: 0.1, max: 30, noNaN: true }), (seconds, every) => {
      const positions = [0]
      for (const now of [...seconds].sort((a, b) => a - b))
        if (isElapsedDue(positions.at(-1) ?? 0, now, every)) positions.push(now)
      const gaps = positions.slice(1).map((now, index) => now - (positions[index] ?? 0))
      expect(gaps.every((gap) => gap >= every)).toBe(true)
      expect(Math.max(...seconds) - (positions.at(-1) ?? 0)).toBeLessThan(every)
    }),
  )
})

test('a time of a recording is shown in minutes and seconds, and an invalid one as 0', () => {
  expect([0, 7.9, 60, 754.2, Number.NaN, Number.POSITIVE_INFINITY, -3].map(playingTime)).toEqual([
    '0:00',
    '0:07',
    '1:00',
    '12:34',
    '0:00',
    '0:00',
    '0:00',
  ])
})
