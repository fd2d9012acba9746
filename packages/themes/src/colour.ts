/** A colour as its red, green and blue, 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number]

export const white: Colour = [255, 255, 255]
export const black: Colour = [0, 0, 0]

const short = /^#([\da-f])([\da-f])([\da-f])$/i
const long = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i

const decimal = /^rgb\(\s*(\d{1,3})\s*[\s,]\s*(\d{1,3})\s*[\s,]\s*(\d{1,3})\s*\)$/i

/** Reads `#rgb`, `#rrggbb` and `rgb(r, g, b)`; undefined if it is none (spec 1 §5: theme colours must be valid). */
export const parseColour = (text: string): Colour | undefined => {
  const decimals = decimal.exec(text.trim())?.slice(1).map(Number)
  if (decimals !== undefined) {
    const [red = 256, green = 256, blue = 256] = decimals
    return Math.max(red, green, blue) <= 255 ? [red, green, blue] : undefined
  }
  const match = long.exec(text.trim()) ?? short.exec(text.trim())
  if (match === null) return undefined
  const [red, green, blue] = match.slice(1).map((part) => Number.parseInt(part.length === 1 ? part + part : part, 16))
  return red === undefined || green === undefined || blue === undefined ? undefined : [red, green, blue]
}

/** `#rrggbb`. */
export const formatColour = (colour: Colour): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

const linear = (part: number): number => {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

const luminance = ([red, green, blue]: Colour): number => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

/** The contrast of WCAG 2, 1 to 21. */
export const contrast = (one: Colour, other: Colour): number => {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** `share` 0 is all `from`, 1 all `to`; whole numbers, as a screen shows them. */
export const mix = (from: Colour, to: Colour, share: number): Colour => {
  const part = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share)
  return [part(0), part(1), part(2)]
}

/** What stands out more on a ground: black or white. */
export const oppositeOf = (ground: Colour): Colour => (contrast(white, ground) >= contrast(black, ground) ? white : black)

export const isDark = (ground: Colour): boolean => oppositeOf(ground) === white

/** Like {@link readableOn}, on every one of several grounds that lie close together. */
export const readableOnAll = (colour: Colour, grounds: readonly [Colour, ...Colour[]], least: number): Colour => {
  const isReadable = (shade: Colour) => grounds.every((ground) => contrast(shade, ground) >= least)
  const end = oppositeOf(grounds[0])
  for (let step = 0; step <= 100; step += 1) {
    const shade = mix(colour, end, step / 100)
    if (isReadable(shade)) return shade
  }
  return end
}

/**
 * `colour` as it is where its contrast with `ground` is enough; otherwise the nearest shade of it, towards black or white, that has
 * at least `least`. Where not even black or white reaches that, the better of the two.
 */
export const readableOn = (colour: Colour, ground: Colour, least: number): Colour => {
  if (contrast(colour, ground) >= least) return colour
  const end = oppositeOf(ground)
  for (let step = 1; step <= 100; step += 1) {
    const shade = mix(colour, end, step / 100)
    if (contrast(shade, ground) >= least) return shade
  }
  return end
}

/** A shade of `colour` whose contrast with `ground` lies from `least` to `most`, both included; undefined if there is none. */
export const shadeWithin = (colour: Colour, ground: Colour, least: number, most: number): Colour | undefined => {
  for (const end of [oppositeOf(ground), isDark(ground) ? black : white]) {
    for (let step = 0; step <= 255; step += 1) {
      const shade = mix(colour, end, step / 255)
      const reached = contrast(shade, ground)
      if (reached >= least && reached <= most) return shade
    }
  }
  return undefined
}
