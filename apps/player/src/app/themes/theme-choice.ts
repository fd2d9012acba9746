import type { Theme } from '@sitwell/contract'
import * as z from 'zod/mini'
import { type CompleteTheme, completeTheme } from './complete-theme.ts'
import { defaultThemeName, type PredefinedTheme, predefinedThemes } from './themes.ts'

export interface OrganisationColours {
  readonly primaryColour?: string | undefined
  readonly secondaryColour?: string | undefined
  /** The organisation's own themes, by name. */
  readonly themes: Readonly<Record<string, Theme>>
}

export interface ThemeChoice {
  readonly name: string
  readonly theme: CompleteTheme
  readonly isPlain: boolean
}

const predefined: Readonly<Record<string, PredefinedTheme>> = predefinedThemes

const complete = (name: string, theme: Theme, isPlain: boolean): ThemeChoice | undefined => {
  const reading = completeTheme(theme)
  return reading.ok ? { name, theme: reading.theme, isPlain } : undefined
}

/** An organisation's colour where it is one; a colour that can't be read leaves the default. */
const withColours = (theme: PredefinedTheme, colours: OrganisationColours): Theme => {
  const primary = { ...theme, ...(colours.primaryColour ? { primary: colours.primaryColour } : {}) }
  const both = { ...primary, ...(colours.secondaryColour ? { secondary: colours.secondaryColour } : {}) }
  return [both, primary].find((candidate) => completeTheme(candidate).ok) ?? theme
}

/** What a learner may choose from: Default first, in the organisation's colours, the other twelve, the organisation's own. */
export const themeChoices = (colours: OrganisationColours): readonly ThemeChoice[] => {
  const all = Object.entries({ ...predefined, ...colours.themes }).map(([name, theme]) => {
    if (name === defaultThemeName)
      return complete(name, { ...withColours(predefinedThemes.Default, colours), ...colours.themes[name] }, false)
    return complete(name, theme, predefined[name] === theme && predefined[name].isPlain)
  })
  return all.filter((choice) => choice !== undefined)
}

const key = 'sitwell.theme'
const stored = z.object({ version: z.literal(1), name: z.string() })

/** The theme that was chosen in this browser last. */
export const rememberedThemeName = (storage: Pick<Storage, 'getItem'>): string => {
  try {
    return stored.parse(JSON.parse(storage.getItem(key) ?? 'null')).name
  } catch {
    // Nothing remembered, or by a version to come, or a browser that keeps nothing.
    return defaultThemeName
  }
}

export const rememberThemeName = (storage: Pick<Storage, 'setItem'>, name: string): void => {
  try {
    storage.setItem(key, JSON.stringify({ version: 1, name }))
  } catch {
    // A browser that keeps nothing: the theme holds until the page is left.
  }
}
