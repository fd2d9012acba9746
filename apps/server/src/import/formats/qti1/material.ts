import { plainHtml } from '../../bank/bank-html.ts'
import type { PackageFiles } from '../../files/package-files.ts'
import { attributeOf, childrenOf, type Element, nameOf } from '../../files/xml.ts'
import { folderOf, resolvePath } from '../../html/find-file.ts'

/** Where a question stands, to find the files that it names. */
export interface MaterialPlace {
  readonly files: PackageFiles
  /** The file of the question. */
  readonly path: string
  /** Materials that others refer to, by their labels. */
  readonly labelled: ReadonlyMap<string, Element>
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const decoded = (address: string) => {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

/** A path of the package as a file in the folder of the question names it. */
const addressOf = ({ path }: MaterialPlace, target: string): string =>
  '../'.repeat(folderOf(path).split('/').filter(Boolean).length) + target.split('/').map(encodeURIComponent).join('/')

/** Where programs put the files that their addresses name without their folder. */
const fileFolders = ['', 'web_resources/', 'resources/']

/** The file that an address leads to, in the place that the program means which wrote it; as it is written if there is none. */
const addressFor = (place: MaterialPlace, written: string): string => {
  const { files, path } = place
  const [, xid] = /@X@EmbeddedFile[^"]*?(xid-[\d_]+)/.exec(written) ?? []
  if (xid !== undefined) {
    const found = [...files.keys()].find((one) => one.includes(`${xid}.`) || one.includes(`_${xid}`))
    return found === undefined ? written : addressOf(place, found)
  }
  const based = /^(?:\$|%24)IMS[-_]CC[-_]FILEBASE(?:\$|%24)\/?(?:\.\.\/)?(.*)$/i.exec(written.trim())
  const own = decoded((based?.[1] ?? written).replace(/[?#].*$/, '')).normalize('NFC')
  const beside = resolvePath(folderOf(path), own)
  if (!based && beside !== undefined && files.has(beside)) return written
  const found = fileFolders.map((folder) => folder + own).find((one) => files.has(one))
  if (found !== undefined) return addressOf(place, found)
  return based ? addressOf(place, own) : written
}

const addressed = (html: string, place: MaterialPlace): string =>
  html.replace(
    /\b(src|href|poster)(\s*=\s*)(?:"([^"]*)"|'([^']*)')/gi,
    (_, name: string, equals: string, one?: string, other?: string) => {
      const written = (one ?? other ?? '').replaceAll('&amp;', '&')
      return `${name}${equals}"${escaped(addressFor(place, written))}"`
    },
  )

const textOf = (element: Element, place: MaterialPlace): string => {
  const type = (attributeOf(element, 'texttype') ?? attributeOf(element, 'type') ?? 'text/plain').toLowerCase()
  const inside = childrenOf(element).length > 0
  const text = inside ? Array.from(element.childNodes).map(String).join('') : (element.textContent ?? '')
  // Many programs write HTML and don't say so; what has a closed tag of HTML's is no text of anybody's.
  const isHtml = inside || /x?html/.test(type) || /<(p|div|br|b|i|em|strong|span|img|sub|sup|ul|ol|table)\b[^<>]*>/i.test(text)
  return isHtml ? addressed(text, place) : plainHtml(text)
}

const fileOf = (element: Element, place: MaterialPlace): string => {
  const address = addressFor(place, attributeOf(element, 'uri') ?? '')
  const label = escaped(attributeOf(element, 'label') ?? '')
  const kind = nameOf(element)
  if (attributeOf(element, 'uri') === undefined) {
    const type = attributeOf(element, 'imagtype') ?? ''
    const bytes = (element.textContent ?? '').replace(/\s+/g, '')
    return kind === 'matimage' && /^[A-Za-z\d+/]+={0,2}$/.test(bytes) && /^image\/(png|jpeg|gif)$/.test(type)
      ? `<img src="data:${type};base64,${bytes}" alt="${label}">`
      : `<object data="${kind}"></object>`
  }
  if (kind === 'matimage') return `<img src="${escaped(address)}" alt="${label}">`
  if (kind === 'mataudio') return `<audio src="${escaped(address)}"></audio>`
  if (kind === 'matvideo') return `<video src="${escaped(address)}"${label && ` title="${label}"`}></video>`
  if (kind === 'matapplication') return `<a href="${escaped(address)}">${label || escaped(address)}</a>`
  return '<object></object>'
}

/** What stands elsewhere, and is shown here; one that shows itself ends somewhere. */
const referredHtml = (one: Element, place: MaterialPlace, depth: number): string => {
  const target = place.labelled.get(attributeOf(one, 'linkrefid') ?? '')
  if (!target || depth > 5) return ''
  return nameOf(target) === 'material' ? materialHtml(target, place, depth + 1) : textOf(target, place)
}

const pieceHtml = (one: Element, place: MaterialPlace, depth: number): string => {
  const name = nameOf(one)
  if (name === 'mattext' || name === 'matformattedtext') return textOf(one, place)
  if (name === 'mat_formattedtext') return addressed(one.textContent ?? '', place)
  if (name === 'matemtext') return `<em>${textOf(one, place)}</em>`
  if (name === 'matbreak') return '<br>'
  if (name === 'mat_extension') return materialHtml(one, place, depth)
  if (name === 'matref' || name === 'material_ref') return referredHtml(one, place, depth)
  return /^mat(image|audio|video|applet|application)$/.test(name) ? fileOf(one, place) : ''
}

/** What a `material` shows, as HTML that nobody has cleaned yet. */
export const materialHtml = (material: Element, place: MaterialPlace, depth = 0): string =>
  childrenOf(material)
    .map((one) => pieceHtml(one, place, depth))
    .join(' ')
    .trim()
