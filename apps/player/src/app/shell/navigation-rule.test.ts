import { expect, test } from 'vitest'
import { navigationRule } from './navigation-rule.ts'

// NAV-114 NAV-317
test('the browser’s buttons don’t lead into an exam from outside; within one they may', () => {
  expect(navigationRule('/schedules', '/exam/e-1/q-1', 'POP')).toBe('block completely')
  expect(navigationRule('/exam/e-1/q-2', '/exam/e-1/q-1', 'POP')).toBe('allow')
  expect(navigationRule('/schedules', '/exam/e-1', 'PUSH')).toBe('allow')
})

// NAV-116
test('leaving a login page by the player itself is free, by the browser’s buttons it is told', () => {
  expect(navigationRule('/login', '/rubric', 'PUSH')).toBe('allow')
  expect(navigationRule('/login', '/rubric', 'REPLACE')).toBe('allow')
  expect(navigationRule('/login', '/schedules', 'POP')).toBe('proceed with alert')
  expect(navigationRule('/rubric', '/schedules', 'POP')).toBe('allow')
})
