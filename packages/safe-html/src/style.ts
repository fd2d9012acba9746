/**
 * The properties that content may set on itself: how its text and tables stand. Nothing that places it elsewhere, covers other
 * things or loads; no colours, because a theme has to be able to change every one of them.
 */
const allowed = new Set(
  'text-align vertical-align font-weight font-style text-decoration text-decoration-line text-indent white-space list-style-type width max-width height max-height border border-top border-bottom border-left border-right border-width border-style border-collapse border-spacing padding padding-left padding-right padding-top padding-bottom padding-inline-start float font-family font-size clear direction'.split(
    ' ',
  ),
)

/** Plain words, numbers and units: no function call, no escape, no quote; and nothing below 0, which pulls things out of their box. */
const plainValue = /^(?!.*(?:^|[\s,])-[\d.])[\w\s.,%#+-]+$/

const mostPixels = 2000
const mostBorderPixels = 20
const inPixels: Readonly<Record<string, number>> = {
  px: 1,
  '%': 10,
  em: 16,
  rem: 16,
  ex: 8,
  ch: 8,
  pt: 1.34,
  pc: 16,
  in: 96,
  cm: 38,
  mm: 4,
}

/** Lengths that fit a page. Units of the window (`vw`, `vh`) are not among those that content may use. */
const isModest = (value: string, most: number): boolean =>
  [...value.matchAll(/(\d*\.?\d+(?:e[+-]?\d+)?)([a-z%]*)/gi)].every(
    ([, number, unit]) => Number(number) * (unit === '' ? 1 : (inPixels[unit?.toLowerCase() ?? ''] ?? Number.NaN)) <= most,
  )

/** Whether a length of an attribute fits a page, and isn't below 0. */
export const isModestLength = (value: string): boolean => plainValue.test(value) && isModest(value, mostPixels)

/** Sizes of text beside the text around it: larger ones would hide the page, smaller ones can't be read. */
const textSize = /^(?:0?\.[5-9]\d?|1(?:\.\d{1,2})?)em$/

/** The declarations of a style attribute that content may keep, as a style attribute again. */
export const safeStyle = (style: string): string =>
  style
    .split(';')
    .map((declaration) => declaration.split(':').map((part) => part.trim()))
    .filter(([name, value = '', ...rest]) => {
      const isOne = rest.length === 0 && allowed.has(name?.toLowerCase() ?? '')
      const most = name?.toLowerCase().startsWith('border') ? mostBorderPixels : mostPixels
      const isReadable = name?.toLowerCase() !== 'font-size' || textSize.test(value)
      return isOne && isReadable && plainValue.test(value) && isModest(value, most)
    })
    .map(([name, value]) => `${name?.toLowerCase()}: ${value}`)
    .join('; ')
