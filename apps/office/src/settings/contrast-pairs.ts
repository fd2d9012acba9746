import { type Colour, contrast, parseColour, white } from '@sitwell/themes/colour'
import { palette } from '@sitwell/themes/palette'
import { themeChoices } from '@sitwell/themes/theme-choice'

/** What stands on what in the player. */
export const pairIds = ['text', 'link', 'button', 'edge', 'bar', 'selected'] as const
export type PairId = (typeof pairIds)[number]

/** One of them, with its contrast by WCAG 2 (1 to 21). */
export interface ContrastPair {
  readonly id: PairId
  /** 4.5 for texts, 3 for shapes. */
  readonly least: number
  /** Of the colour as it was given. */
  readonly given: number
  /** Of the shade that the player takes. */
  readonly shown: number
}

/** Colours as somebody types them; an empty text represents the default. */
export interface TypedColours {
  readonly primaryColour: string
  readonly secondaryColour: string
  readonly buttonsInSecondaryColour: boolean
}

export interface Look {
  /** The tokens of the player's style sheets. */
  readonly tokens: Readonly<Record<string, string>>
  readonly pairs: readonly ContrastPair[]
}

const textLeast = 4.5
const shapeLeast = 3

const isReadable = (typed: string) => typed.trim() === '' || parseColour(typed) !== undefined

/** The theme that the player makes of two colours, and how well it can be read; undefined while one of them is no colour. */
export const lookOf = ({ primaryColour, secondaryColour, buttonsInSecondaryColour }: TypedColours): Look | undefined => {
  if (!isReadable(primaryColour) || !isReadable(secondaryColour)) return undefined
  const [choice] = themeChoices({
    ...(primaryColour.trim() !== '' && { primaryColour }),
    ...(secondaryColour.trim() !== '' && { secondaryColour }),
    themes: {},
  })
  if (choice === undefined) return undefined
  const { theme, isPlain } = choice
  const tokens = palette(theme, { isPlain, buttonsInSecondaryColour, logoBar: theme.secondary })
  const token = (name: string): Colour => parseColour(tokens[`--colour-${name}`] ?? '') ?? white
  const fill = buttonsInSecondaryColour ? theme.secondary : theme.primary
  const pair = (
    id: PairId,
    least: number,
    given: readonly [Colour, Colour],
    shown: readonly [string, string],
  ): ContrastPair => ({
    ...{ id, least },
    given: contrast(...given),
    shown: contrast(token(shown[0]), token(shown[1])),
  })
  return {
    tokens,
    pairs: [
      pair('text', textLeast, [theme.secondary, token('background')], ['text', 'background']),
      pair('link', textLeast, [theme.primary, token('surface')], ['primary-text', 'surface']),
      pair('button', textLeast, [token('surface'), fill], ['on-primary', 'primary']),
      pair('edge', shapeLeast, [fill, token('background')], ['primary-edge', 'background']),
      pair('bar', textLeast, [white, theme.secondary], ['on-bar', 'bar']),
      pair('selected', textLeast, [theme.secondary, token('selected')], ['on-selected', 'selected']),
    ],
  }
}

/** Whether a pair has the contrast that it needs with the colour as it was given. */
export const fitsAsGiven = ({ given, least }: ContrastPair): boolean => given >= least

/** A contrast with one digit behind the point, never more than it is: 4.49 isn't 4.5. */
export const roundedDown = (ratio: number): number => Math.floor(ratio * 10) / 10
