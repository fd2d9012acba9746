import type { Theme } from '@sitwell/contract'
import { parseColour } from '@sitwell/themes/colour'

interface Colours {
  readonly primaryColour?: string | undefined
  readonly secondaryColour?: string | undefined
  readonly themes?: Readonly<Record<string, Theme>> | undefined
}

export interface ColourProblem {
  readonly path: readonly string[]
  readonly message: string
}

const isWrong = (text: string | undefined) => text !== undefined && parseColour(text) === undefined
const message = 'This is no colour: #rgb, #rrggbb and rgb(r, g, b) are.'

/** The problems with the colours of an organisation file: a browser leaves a theme out that it can't show, and nobody would know (spec 1 §5). */
export const colourProblems = ({ themes = {}, ...own }: Colours): ColourProblem[] => [
  ...(['primaryColour', 'secondaryColour'] as const).flatMap((name) => (isWrong(own[name]) ? [{ path: [name], message }] : [])),
  ...Object.entries(themes).flatMap(([name, theme]) => {
    const keys = ['primary', 'secondary', 'background'] as const
    if (keys.every((key) => theme[key] === undefined))
      return [{ path: ['themes', name], message: 'A theme needs a primary, a secondary or a background colour.' }]
    return keys.flatMap((key) => (isWrong(theme[key]) ? [{ path: ['themes', name, key], message }] : []))
  }),
]
