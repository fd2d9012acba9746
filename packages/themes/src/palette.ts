import {
  black,
  type Colour,
  contrast,
  formatColour,
  isDark,
  mix,
  oppositeOf,
  parseColour,
  readableOn,
  readableOnAll,
  white,
} from './colour.ts'
import type { CompleteTheme } from './complete-theme.ts'

export interface PaletteOptions {
  /** Nothing between the theme's colours: no tints behind things, no greys. */
  readonly isPlain: boolean
  /** The policy of some organisations. */
  readonly buttonsInSecondaryColour: boolean
  /** The organisation's own bar, for which its app-bar logo is drawn. */
  readonly logoBar: Colour
}

const text = 4.5
const shape = 3

const known = (hex: string): Colour => parseColour(hex) ?? black

/** Every colour token of `tokens.css` of `packages/ui`, worked out from a theme so that each text has 4.5 and each edge 3 on what it is on. */
export const palette = (theme: CompleteTheme, options: PaletteOptions): Readonly<Record<string, string>> => {
  const { isPlain } = options
  const either = <T>(plain: T, coloured: T) => (isPlain ? plain : coloured)
  const surface = theme.background
  const strongest = oppositeOf(surface)
  // On a surface half-way between black and white nothing stands out much: a tint that took the rest is left out.
  const onlyReadable = (backdrop: Colour) => (contrast(strongest, backdrop) >= text ? backdrop : surface)
  const tint = (share: number) => either(surface, onlyReadable(mix(surface, theme.secondary, share)))
  const background = tint(0.045)
  const wanted = either(theme.secondary, mix(theme.secondary, strongest, 0.25))
  const sunken = isPlain ? onlyReadable(mix(surface, readableOn(wanted, surface, 7), 0.08)) : tint(0.09)
  const backdrops = [surface, background, sunken] as const
  const readable = (colour: Colour, least = text) => readableOnAll(colour, backdrops, least)
  const best = readableOn(wanted, surface, 7)
  const ink = backdrops.every((backdrop) => contrast(best, backdrop) >= text) ? best : readable(wanted)

  const accent = readable(theme.primary)
  // A colour fills an area as it was given; what stands on it is chosen for contrast, its own surface first (decision 62).
  const fill = either(accent, options.buttonsInSecondaryColour ? theme.secondary : theme.primary)
  const onFill = contrast(surface, fill) >= text ? surface : readableOn(mix(fill, oppositeOf(fill), 0.82), fill, text)
  const pressed = mix(fill, isDark(onFill) ? white : black, 0.18)
  const selected = mix(surface, either(accent, theme.primary), 0.13)
  const danger = readable(known('#B3261E'), either(7, text))
  const bar = either(surface, theme.secondary)
  const warningSurface = either(sunken, mix(surface, known('#F0A020'), 0.16))
  const focus = readable(known(isDark(surface) ? '#4DA3FF' : '#0B57D0'))

  const colours: Record<string, Colour> = {
    background,
    surface,
    sunken,
    text: ink,
    'text-quiet': either(ink, readable(mix(ink, surface, 0.18))),
    line: either(ink, mix(surface, theme.secondary, 0.2)),
    edge: either(ink, readable(mix(ink, surface, 0.32), shape)),
    brand: theme.primary,
    primary: fill,
    'primary-pressed': contrast(onFill, pressed) >= text ? pressed : fill,
    'on-primary': onFill,
    // Around such an area, and lines in its colour: to be seen on whatever it is on.
    'primary-edge': readable(fill, shape),
    'primary-text': accent,
    selected,
    'on-selected': readableOn(ink, selected, text),
    bar,
    'on-bar': either(ink, oppositeOf(bar)),
    'bar-edge': either(ink, bar),
    // Logos are drawn for white paper and for the organisation's bar: elsewhere they bring their ground along.
    'logo-ground': isDark(surface) ? white : surface,
    'bar-logo-ground': isDark(bar) ? bar : options.logoBar,
    danger,
    'on-danger': contrast(surface, danger) >= text ? surface : oppositeOf(danger),
    'danger-text': danger,
    warning: readable(known('#8A5300')),
    // Orange, also if there are two colours alone: the clock's warning (spec 3 §4).
    'warning-shape': readable(known('#D96C00'), shape),
    'warning-surface': warningSurface,
    'on-warning-surface': readableOn(either(ink, known('#5D3900')), warningSurface, text),
    'good-text': either(ink, readable(known('#126B59'))),
    focus,
    'focus-gap': surface,
  }
  return Object.fromEntries(Object.entries(colours).map(([name, colour]) => [`--colour-${name}`, formatColour(colour)]))
}
