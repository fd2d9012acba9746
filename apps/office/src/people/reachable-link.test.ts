import { expect, test } from 'vitest'
import { reachableLink } from './reachable-link.ts'

test('a link to the page’s own host gets the scheme and port of the page, any other link stays', () => {
  const own = 'http://exams.lan:8080'
  expect(reachableLink('https://exams.lan/user/a.b?st-marys', own)).toBe('http://exams.lan:8080/user/a.b?st-marys')
  expect(reachableLink('https://exams.example/user/a.b?st-marys', own)).toBe('https://exams.example/user/a.b?st-marys')
})
