import { expect, test } from 'vitest'
import { loginRedirect } from './login-redirect.ts'

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
