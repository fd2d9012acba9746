/**
 * The properties that content may set on itself: how its text and tables stand. Nothing that places it elsewhere, covers other
 * things or loads; no colours, because a theme has to be able to change every one of them.
 */
const allowed = new Set([
  'text-align',
  'vertical-align',
  'font-weight',
  'font-style',
  'text-decoration',
  'text-decoration-line',
  'text-indent',
  'white-space',
  'list-style-type',
  'width',
  'max-width',
  'height',
  'max-height',
  'border',
  'border-top',
  'border-bottom',
  'border-left',
  'border-right',
  'border-width',
  'border-style',
  'border-collapse',
  'border-spacing',
  'padding',
  'padding-left',
  'padding-right',
  'padding-top',
  'padding-bottom',
  'float',
  'clear',
  'direction',
])

/** Plain words, numbers and units: no function call, no escape, no quote. */
const plainValue = /^[\w\s.,%#+-]+$/

/** The declarations of a style attribute that content may keep, as a style attribute again. */
export const safeStyle = (style: string): string =>
  style
    .split(';')
    .map((declaration) => declaration.split(':').map((part) => part.trim()))
    .filter(
      ([name, value, ...rest]) => rest.length === 0 && allowed.has(name?.toLowerCase() ?? '') && plainValue.test(value ?? ''),
    )
    .map(([name, value]) => `${name?.toLowerCase()}: ${value}`)
    .join('; ')
