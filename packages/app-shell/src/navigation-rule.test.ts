import { expect, test } from 'vitest'
import { leavingLogin } from './navigation-rule.ts'

// NAV-116
test('leaving a login page by the browser’s buttons is told, in another way it is free; other moves are no matter', () => {
  expect(leavingLogin('/login', '/people', 'POP')).toBe('proceed with alert')
  expect(leavingLogin('/login', '/people', 'PUSH')).toBe('allow')
  expect(leavingLogin('/login', '/people', 'REPLACE')).toBe('allow')
  expect(leavingLogin('/login', '/forgot', 'POP')).toBe('proceed with alert')
  expect(leavingLogin('/login', '/login/token', 'POP')).toBe('allow')
  expect(leavingLogin('/people', '/centres', 'POP')).toBe('allow')
})
