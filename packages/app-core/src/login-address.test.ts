import { expect, test } from 'vitest'
import {
  forgotAddress,
  isForgotAddress,
  isLoginAddress,
  isPreLoginAddress,
  loginAddress,
  loginTokenOf,
  setPasswordTokenOf,
} from './login-address.ts'

// NAV-119
test('a login address is / or is below /login, /user or /clients/', () => {
  for (const path of ['/', '/login', '/login/abc', '/user/t', '/clients/demo']) expect(isLoginAddress(path), path).toBe(true)
  for (const path of ['/rubric', '/schedules', '/exam/login', '/clients', '/forgot', '/x/login'])
    expect(isLoginAddress(path), path).toBe(false)
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

// NAV-103 NAV-104
test('the set-password token is the part after /user/ or /reset/', () => {
  expect(setPasswordTokenOf('/user/abc')).toBe('abc')
  expect(setPasswordTokenOf('/reset/a%2Fb')).toBe('a/b')
  expect(setPasswordTokenOf('/reset/%E0%A4%A')).toBe('%E0%A4%A')
  for (const path of ['/reset', '/user/', '/login/abc', '/x/reset/abc']) expect(setPasswordTokenOf(path), path).toBeUndefined()
})

// NAV-103 NAV-104 NAV-105
test('login addresses and pages that set a password need no sign-in', () => {
  for (const path of ['/', '/login', '/login/t', '/user/t', '/clients/demo', '/reset/t', '/forgot', '/forgot/'])
    expect(isPreLoginAddress(path), path).toBe(true)
  for (const path of ['/rubric', '/forgotten', '/resets/t', '/exam/forgot', '/schedules/reset/t'])
    expect(isPreLoginAddress(path), path).toBe(false)
  expect([isForgotAddress('/forgot'), isForgotAddress('/login')]).toEqual([true, false])
})

// NAV-105
test('the forgotten-password page gets the organisation as its query', () => {
  expect(forgotAddress('demo')).toBe('/forgot?demo')
  expect(forgotAddress('a&b')).toBe('/forgot?a%26b')
})
