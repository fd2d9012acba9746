import { isModestLength, safeStyle } from './style.ts'

/** Names what explains the words in an element (decision 107): of ours, and nothing if a question has no such explanation. */
export const explained = 'data-explained'

/** No ids or names: they stand in for the page's own. */
const everywhere: readonly string[] = ['dir', 'lang', 'title', 'style', explained]

const cells = ['colspan', 'rowspan', 'align', 'valign']
const attributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  img: ['src', 'alt', 'width', 'height'],
  audio: ['src'],
  video: ['src', 'poster', 'width', 'height'],
  source: ['src'],
  track: ['src', 'kind', 'srclang', 'label'],
  p: ['align'],
  div: ['align'],
  td: cells,
  th: [...cells, 'scope'],
  tr: ['align', 'valign'],
  col: ['span'],
  colgroup: ['span'],
  ol: ['start', 'type', 'reversed'],
  li: ['value'],
  math: ['display', 'alttext'],
  mo: ['stretchy', 'fence', 'separator'],
  mi: ['mathvariant'],
  mfrac: ['linethickness'],
  mtd: ['columnspan', 'rowspan'],
  mfenced: ['open', 'close', 'separators'],
  menclose: ['notation'],
  mspace: ['width'],
}

/** Whether an attribute may stand on every element. */
export const isEverywhere = (name: string): boolean => everywhere.includes(name)

/** Every attribute that some element may have. */
export const contentAttributes: readonly string[] = [...new Set([...everywhere, ...Object.values(attributes).flat()])]

/**
 * The value that an element may have of an attribute, undefined if it may not have it. Addresses (`src`, `href`, `poster`) come back as
 * they are: where they may lead, whoever cleans decides.
 */
export const contentAttribute = (element: string, name: string, value: string): string | undefined => {
  if (name === 'style') return safeStyle(value) || undefined
  if (name === explained) return /^[\w-]{1,64}$/.test(value) ? value : undefined
  if (everywhere.includes(name)) return value
  if (!attributes[element]?.includes(name)) return undefined
  // Words of what is heard; no chapters or data, which nothing here would show.
  if (name === 'kind' && value !== 'captions' && value !== 'subtitles') return undefined
  const isLength = name === 'width' || name === 'height' || name === 'linethickness'
  return isLength && !isModestLength(value) ? undefined : value
}
