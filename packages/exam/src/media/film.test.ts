import { expect, test } from 'vitest'
import { isFilm } from './film.ts'

test('a film is known by the end of its path alone', () => {
  expect(['a.mp4', ' b.WebM ', 'c.mp4#t=3', 'd.webm?x=1'].every(isFilm)).toBe(true)
  expect(['', 'mp4', 'a.mp4.zip', 'a.m4a', 'webm/a.mp3', 'a.mov'].some(isFilm)).toBe(false)
})
