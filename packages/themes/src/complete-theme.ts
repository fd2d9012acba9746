import type { Theme } from '@sitwell/contract'
import { black, type Colour, parseColour, shadeWithin, white } from './colour.ts'

/** Generated colours have this contrast with what they stand on or under (spec 1 §5). */
export const generatedContrast = { least: 4.5, most: 6 } as const

export interface CompleteTheme {
  readonly primary: Colour
  readonly secondary: Colour
  readonly background: Colour
}

export type ThemeReading =
  | { readonly ok: true; readonly theme: CompleteTheme }
  | { readonly ok: false; readonly problem: string }

/** A shade of the first colour that has one within the range, otherwise of grey: some grey always has. */
const generated = (from: Colour, against: Colour): Colour => {
  const { least, most } = generatedContrast
  const shade =
    shadeWithin(from, against, least, most) ??
    shadeWithin(black, against, least, most) ??
    shadeWithin(white, against, least, most)
  if (shade === undefined) throw new Error('Every colour has a grey within the range')
  return shade
}

/** Reads a theme: its colours must be valid, at least one must be there, and what is missing is generated (spec 1 §5). */
export const completeTheme = (theme: Theme): ThemeReading => {
  const read = (name: keyof Theme) => (theme[name] === undefined ? undefined : parseColour(theme[name]))
  for (const name of ['primary', 'secondary', 'background'] as const) {
    if (theme[name] !== undefined && read(name) === undefined)
      return { ok: false, problem: `${name}: ${theme[name]} is not a colour` }
  }
  const [primary, secondary, background] = [read('primary'), read('secondary'), read('background')]
  const anchor = primary ?? secondary ?? background
  if (anchor === undefined) return { ok: false, problem: 'a theme needs a primary, a secondary or a background colour' }

  const ground = background ?? generated(anchor, primary ?? secondary ?? anchor)
  return {
    ok: true,
    theme: {
      primary: primary ?? generated(secondary ?? ground, ground),
      secondary: secondary ?? generated(primary ?? ground, ground),
      background: ground,
    },
  }
}
