import { defaultThemeName, type PredefinedThemeName } from './themes.ts'

/** Media queries of what a learner has told their system. */
export const wishes = { dark: '(prefers-color-scheme: dark)', contrast: '(prefers-contrast: more)' } as const

/** The theme for somebody who hasn't chosen one here, by what they told their system. */
export const preferredTheme = (isWished: (query: string) => boolean): PredefinedThemeName => {
  if (isWished(wishes.dark)) return 'White on Black'
  return isWished(wishes.contrast) ? 'Black on White' : defaultThemeName
}
