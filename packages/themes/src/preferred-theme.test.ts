import { expect, test } from 'vitest'
import { preferredTheme } from './preferred-theme.ts'
import { predefinedThemes } from './themes.ts'

test('a learner without a choice gets the theme of their system', () => {
  const whenMatching = (...queries: string[]) => preferredTheme((query) => queries.includes(query))
  expect(whenMatching()).toBe('Default')
  expect(whenMatching('(prefers-color-scheme: dark)')).toBe('White on Black')
  expect(whenMatching('(prefers-contrast: more)')).toBe('Black on White')
  expect(whenMatching('(prefers-color-scheme: dark)', '(prefers-contrast: more)')).toBe('White on Black')
  for (const name of [whenMatching('(prefers-contrast: more)'), whenMatching('(prefers-color-scheme: dark)')])
    expect(predefinedThemes[name].isPlain).toBe(true)
})
