import { isDark } from './colour.ts'
import { type PaletteOptions, palette } from './palette.ts'
import type { ThemeChoice } from './theme-choice.ts'

/** Sets the colour tokens on the page. */
export const applyTheme = (
  choice: ThemeChoice,
  options: Pick<PaletteOptions, 'buttonsInSecondaryColour' | 'logoBar'>,
): void => {
  const { style } = document.documentElement
  const tokens = palette(choice.theme, { isPlain: choice.isPlain, ...options })
  for (const [name, value] of Object.entries(tokens)) style.setProperty(name, value)
  style.colorScheme = isDark(choice.theme.background) ? 'dark' : 'light'
}
