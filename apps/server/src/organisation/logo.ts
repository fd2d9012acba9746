import { type LogoProblem, largestLogoBytes, type logoTypes } from '@sitwell/contract'
import { Parser } from 'htmlparser2'

type LogoType = (typeof logoTypes)[number]

/** How files of these types begin. SVG is text, which is read. */
const beginnings: Readonly<Record<Exclude<LogoType, 'image/svg+xml'>, readonly number[]>> = {
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
}

/** Elements by which a picture would run something, or hold another document. */
const active = new Set([
  'script',
  'foreignobject',
  'handler',
  'listener',
  'iframe',
  'embed',
  'object',
  'audio',
  'video',
  'link',
])

/** An address within the picture, or a picture that is in the address itself. */
const isInside = (address: string) => /^\s*(#|data:image\/(png|jpe?g|gif|webp);base64,)/i.test(address) || address.trim() === ''

/** What an animation may set another attribute to, an address too. */
const animated = new Set(['from', 'to', 'values', 'by'])

/** Every `url(…)` of a style leads to a part of the picture, and no sheet is imported. */
const isStyleInside = (style: string) =>
  !/@import|expression\s*\(|\\/i.test(style) &&
  [...style.matchAll(/url\(\s*["']?([^"')]*)/gi)].every(([, address = '']) => isInside(address))

const isAttributeSafe = (name: string, value: string): boolean => {
  const plain = name.toLowerCase()
  if (plain.startsWith('on')) return false
  if (plain === 'href' || plain === 'xlink:href' || plain === 'src') return isInside(value)
  if (animated.has(plain) && value.includes(':')) return isInside(value)
  return isStyleInside(value)
}

/** The problems with a picture of vectors: it is shown as an image, which runs nothing, but somebody may open it by itself. */
export const svgProblem = (text: string): LogoProblem | undefined => {
  let root: string | undefined
  let isUnsafe = /<!ENTITY|<!DOCTYPE[^>]*\[|<\?xml-stylesheet/i.test(text)
  let inStyle = 0
  let styles = ''
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const plain = name.toLowerCase().replace(/^.*:/, '')
        root ??= plain
        if (active.has(plain)) isUnsafe = true
        if (plain === 'style') inStyle += 1
        if (!Object.entries(attributes).every(([attribute, value]) => isAttributeSafe(attribute, value))) isUnsafe = true
      },
      onclosetag: (name) => {
        if (name.toLowerCase().replace(/^.*:/, '') === 'style') inStyle -= 1
      },
      ontext: (part) => {
        // In pieces: an entity ends one.
        if (inStyle > 0) styles += part
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(text)
  if (root !== 'svg') return 'no-picture'
  return isUnsafe || !isStyleInside(styles) ? 'unsafe' : undefined
}

/** Why bytes are no logo; undefined if they are one. For `sitwell import` and the office alike. */
export const logoProblem = (bytes: Buffer, type: LogoType): LogoProblem | undefined => {
  if (bytes.length > largestLogoBytes) return 'too-large'
  if (type === 'image/svg+xml') return svgProblem(bytes.toString('utf8'))
  return beginnings[type].every((byte, index) => bytes[index] === byte) ? undefined : 'no-picture'
}

/** A logo as a `data:` URL. */
export const logoUrl = (bytes: Buffer, type: LogoType): string => `data:${type};base64,${bytes.toString('base64')}`
