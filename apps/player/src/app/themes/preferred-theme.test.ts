import { expect, test } from 'vitest'
import { preferredTheme } from './preferred-theme.ts'
import { predefinedThemes } from './themes.ts'

test('until a learner chooses a theme, they get the one that they told their system', () => {
  const whenTold = (...queries: string[]) => preferredTheme((query) => queries.includes(query))
  expect(whenTold()).toBe('Default')
  expect(whenTold('(prefers-color-scheme: dark)')).toBe('White on Black')
  expect(whenTold('(prefers-contrast: more)')).toBe('Black on White')
  expect(whenTold('(prefers-color-scheme: dark)', '(prefers-contrast: more)')).toBe('White on Black')
  for (const name of [whenTold('(prefers-contrast: more)'), whenTold('(prefers-color-scheme: dark)')])
    expect(predefinedThemes[name].isPlain).toBe(true)
})
