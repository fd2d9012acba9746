import type { Theme } from '@sitwell/contract'
import { parseColour } from './colour.ts'
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
  const valid = (colour: string | undefined) => (colour !== undefined && parseColour(colour) !== undefined ? colour : undefined)
  return {
    primary: valid(colours.primaryColour) ?? theme.primary,
    secondary: valid(colours.secondaryColour) ?? theme.secondary,
    background: theme.background,
  }
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
