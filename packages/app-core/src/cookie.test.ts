import { expect, test } from 'vitest'
import { cookieText } from './cookie.ts'

const cookie = { name: 'sitwell-language', value: 'ar', path: '/', maxAgeSeconds: 60 }

test('a cookie is written for this site alone, over https only where the page came so', () => {
  expect(cookieText(cookie, false)).toBe('sitwell-language=ar; Path=/; Max-Age=60; SameSite=Lax')
  expect(cookieText(cookie, true)).toMatch(/; Secure$/)
})

test('over https its name has the prefix by which a browser keeps it for this host alone', () => {
  expect(cookieText(cookie, true)).toBe('__Host-sitwell-language=ar; Path=/; Max-Age=60; SameSite=Lax; Secure')
  expect(cookieText({ ...cookie, path: '/login' }, true)).toMatch(/^__Secure-sitwell-language=ar; Path=\/login; .*Secure$/)
})

// START-154
test('a cookie without a name is refused', () => {
  expect(() => cookieText({ ...cookie, name: '' }, false)).toThrow('name')
})

// START-155
test('a cookie with a value that is not a text is refused', () => {
  for (const value of [7, undefined, null, {}]) {
    // What a caller without types may hand over.
    expect(() => cookieText({ ...cookie, value: value as unknown as string }, false)).toThrow('text')
  }
  expect(cookieText({ ...cookie, value: '' }, false)).toContain('sitwell-language=;')
})

// START-156
test('a cookie whose path does not begin with a slash is refused', () => {
  for (const path of ['', 'login', ' /']) expect(() => cookieText({ ...cookie, path }, false), path).toThrow('slash')
})

test('nothing in a cookie can end it early', () => {
  expect(cookieText({ ...cookie, name: 'a;b', value: 'c; Domain=evil.example', path: '/x; Secure' }, false)).toBe(
    'a%3Bb=c%3B%20Domain%3Devil.example; Path=/x%3B Secure; Max-Age=60; SameSite=Lax',
  )
})
