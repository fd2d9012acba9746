import { isInlineImage, isOutsideLink } from '@sitwell/safe-html/addresses'
import { contentAttribute } from '@sitwell/safe-html/attributes'
import { isContentElement, isEmptiedElement, voidElements } from '@sitwell/safe-html/elements'

/** What an address in the HTML leads to. */
export type FileUse = 'image' | 'audio' | 'video' | 'captions' | 'link'

/** Where a file of the HTML is found; undefined if it may not be shown, null if it is missing, which whoever looks for it reports. */
export type FindFile = (address: string, use: FileUse) => string | undefined | null

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const escapeAttribute = (text: string) => escapeText(text).replaceAll('"', '&quot;')

const mostDepth = 100
const loading: Readonly<Record<string, FileUse>> = {
  img: 'image',
  audio: 'audio',
  video: 'video',
  source: 'audio',
  track: 'captions',
  a: 'link',
}
const isAddress = /^(?:src|href|poster)$/
/** What authors put in without meaning anything by it; it isn't worth telling them. */
const silent: ReadonlySet<string> = new Set([
  'html',
  'body',
  'font',
  'center',
  'main',
  'nav',
  'aside',
  'contentbody',
  'semantics',
  'tbody',
])

/** A film that is being written. */
interface OpenFilm {
  /** Where in what was written it begins. */
  readonly at: number
  /** A file of it may be shown. */
  hasFile: boolean
  /** It names a file, whatever became of that. */
  isNamed: boolean
}

/**
 * Writes HTML piece by piece. Only what is allowed gets through, each tag is closed, each character that could be markup is
 * escaped: whatever goes in, what comes out is made by this grammar alone.
 */
export class HtmlWriter {
  /** What was taken out, for the list of what a package lost. */
  readonly removed = new Set<string>()
  readonly #findFile: FindFile
  readonly #open: string[] = []
  readonly #films: OpenFilm[] = []
  #html = ''
  #skipping: string[] = []

  constructor(findFile: FindFile) {
    this.#findFile = findFile
  }

  open(name: string, attributes: readonly (readonly [name: string, value: string])[]) {
    if (this.#skipping.length > 0 || isEmptiedElement(name)) {
      this.removed.add(`<${this.#skipping[0] ?? name}>`)
      if (!['input', 'link', 'meta', 'base', 'embed', 'frame'].includes(name)) this.#skipping.push(name)
      return
    }
    if (!isContentElement(name) || this.#open.length >= mostDepth) {
      if (!silent.has(name)) this.removed.add(`<${name}>`)
      return
    }
    const written = this.#attributes(name, attributes)
    this.#noteFilm(name, attributes, written)
    if (written === undefined) return
    this.#html += `<${name}${written}>`
    if (!voidElements.includes(name)) this.#open.push(name)
  }

  close(name: string) {
    if (this.#skipping.length > 0) {
      const from = this.#skipping.lastIndexOf(name)
      if (from >= 0) this.#skipping.length = from
      return
    }
    const from = this.#open.lastIndexOf(name)
    if (from < 0) return
    for (const one of this.#open.splice(from).reverse()) this.#end(one)
  }

  text(text: string) {
    if (this.#skipping.length === 0) this.#html += escapeText(text)
  }

  /** A character by its name, as `&eacute;`: written as it stands. */
  reference(name: string) {
    if (this.#skipping.length === 0) this.#html += `&${name};`
  }

  /** All that was written, with every open tag closed. */
  end(): string {
    this.#skipping = []
    for (const one of this.#open.splice(0).reverse()) this.#end(one)
    return this.#html.trim()
  }

  #noteFilm(name: string, attributes: readonly (readonly [string, string])[], written: string | undefined) {
    const isNamed = attributes.some(([own]) => own === 'src')
    const hasFile = written?.startsWith(' src=') === true
    if (name === 'video') this.#films.push({ at: this.#html.length, hasFile, isNamed })
    const film = name === 'source' && this.#open.at(-1) === 'video' ? this.#films.at(-1) : undefined
    if (!film) return
    film.hasFile ||= hasFile
    film.isNamed ||= isNamed
  }

  /** A film of which no file may be shown gives its place to what is in it for those who can't see it. */
  #end(name: string) {
    const film = name === 'video' ? this.#films.pop() : undefined
    if (!film || film.hasFile) {
      this.#html += `</${name}>`
      return
    }
    if (!film.isNamed) this.removed.add('<video>')
    const inside = this.#html.slice(film.at).replace(/^<video[^>]*>/, '')
    this.#html = this.#html.slice(0, film.at) + inside.replaceAll(/<track[^<>]*>/g, '')
  }

  /** An attribute that names no file, where it may stay. */
  #own(element: string, name: string, value: string): string {
    const retained = contentAttribute(element, name, value)
    if (retained === undefined && name.startsWith('on')) this.removed.add(name)
    return retained === undefined ? '' : ` ${name}="${escapeAttribute(retained)}"`
  }

  /** The files that an element names, as attributes. Undefined if it is nothing without one that it may not have. */
  #files(element: string, attributes: readonly (readonly [string, string])[]): string | undefined {
    const use = element === 'source' && this.#open.at(-1) === 'video' ? 'video' : loading[element]
    if (!use) return ''
    const address = this.#address(element, use === 'link' ? 'href' : 'src', use, attributes)
    if (element === 'video') return (address ?? '') + (this.#address(element, 'poster', 'image', attributes) ?? '')
    // A sound may name its files inside, as a film may.
    return address ?? (element === 'audio' ? '' : undefined)
  }

  #attributes(element: string, attributes: readonly (readonly [string, string])[]): string | undefined {
    let written = this.#files(element, attributes)
    if (written === undefined) return undefined
    for (const [name, value] of attributes) if (!isAddress.test(name)) written += this.#own(element, name, value)
    return element === 'img' && !attributes.some(([name]) => name === 'alt') ? `${written} alt=""` : written
  }

  /** A picture that stands before a film is its own file, because pages take no other. */
  #fileAt(address: string, name: string, use: FileUse) {
    return name === 'poster' && isInlineImage(address) ? undefined : this.#findFile(address, use)
  }

  #address(
    element: string,
    name: 'src' | 'href' | 'poster',
    use: FileUse,
    attributes: readonly (readonly [string, string])[],
  ): string | undefined {
    const given = attributes.find((one) => one[0] === name)?.[1].trim()
    if (given === undefined && element !== 'img') return undefined
    const address = given ?? ''
    const found = use === 'link' && isOutsideLink(address) ? address : this.#fileAt(address, name, use)
    if (found === null) return undefined
    if (found === undefined) {
      this.removed.add(`<${element} ${name}="${address.slice(0, 200)}">`)
      return undefined
    }
    return ` ${name}="${escapeAttribute(found)}"`
  }
}
