import { expect, test } from 'vitest'
import { isLoginAddress, loginAddress, loginRedirect, loginTokenOf } from './login-address.ts'

// NAV-119
test('a login address is / or lies below /login, /user or /clients/', () => {
  for (const path of ['/', '/login', '/login/abc', '/user/t', '/clients/demo']) expect(isLoginAddress(path), path).toBe(true)
  for (const path of ['/rubric', '/schedules', '/exam/login', '/clients', '/forgot', '/x/login'])
    expect(isLoginAddress(path), path).toBe(false)
})

// NAV-117
test('the login redirect keeps a path that belongs to signing in', () => {
  for (const path of ['/login/abc', '/user/t', '/forgot', '/proctorio/start', '/reset/t'])
    expect(loginRedirect(path, 'demo')).toBe(path)
})

// NAV-118
test('the login redirect of any other path goes to /login with the url token as the query', () => {
  for (const path of ['/schedules', '/rubric', '/exam/e-1/intro', '/nowhere'])
    expect(loginRedirect(path, 'demo')).toBe('/login?demo')
})

test('without an organisation there is no query; an odd token can’t break out of it', () => {
  expect(loginAddress(undefined)).toBe('/login')
  expect(loginAddress('a&b#c')).toBe('/login?a%26b%23c')
})

// NAV-102
test('the login token is the part after /login/', () => {
  expect(loginTokenOf('/login/abc%2Fd')).toBe('abc/d')
  expect(loginTokenOf('/login')).toBeUndefined()
})
