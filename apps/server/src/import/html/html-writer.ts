import { isAllowedAttribute, isAllowedElement, isEmptied, voidElements } from './allowed-html.ts'

/** Where an image of the HTML is found; undefined where it may not be shown, null where it is missing, which whoever looks for it reports. */
export type FindImage = (address: string) => string | undefined | null

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const escapeAttribute = (text: string) => escapeText(text).replaceAll('"', '&quot;')

const mostDepth = 100
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

/**
 * Writes HTML piece by piece. Only what is allowed gets through, each tag is closed, each character that could be markup is
 * escaped: whatever goes in, what comes out is made by this grammar alone.
 */
export class HtmlWriter {
  /** What was taken out, for the list of what a package lost. */
  readonly removed = new Set<string>()
  readonly #findImage: FindImage
  readonly #open: string[] = []
  #html = ''
  #skipping: string[] = []

  constructor(findImage: FindImage) {
    this.#findImage = findImage
  }

  open(name: string, attributes: readonly (readonly [name: string, value: string])[]) {
    if (this.#skipping.length > 0 || isEmptied(name)) {
      this.removed.add(`<${this.#skipping[0] ?? name}>`)
      if (!['input', 'link', 'meta', 'base', 'embed', 'frame'].includes(name)) this.#skipping.push(name)
      return
    }
    if (!isAllowedElement(name) || this.#open.length >= mostDepth) {
      if (!silent.has(name)) this.removed.add(`<${name}>`)
      return
    }
    const written = name === 'img' ? this.#imageAttributes(attributes) : this.#attributes(name, attributes)
    if (written === undefined) return
    this.#html += `<${name}${written}>`
    if (!voidElements.has(name)) this.#open.push(name)
  }

  close(name: string) {
    if (this.#skipping.length > 0) {
      const from = this.#skipping.lastIndexOf(name)
      if (from >= 0) this.#skipping.length = from
      return
    }
    const from = this.#open.lastIndexOf(name)
    if (from < 0) return
    for (const one of this.#open.splice(from).reverse()) this.#html += `</${one}>`
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
    for (const one of this.#open.splice(0).reverse()) this.#html += `</${one}>`
    return this.#html.trim()
  }

  #attributes(element: string, attributes: readonly (readonly [string, string])[]): string {
    let written = ''
    for (const [name, value] of attributes) {
      if (isAllowedAttribute(element, name)) written += ` ${name}="${escapeAttribute(value)}"`
      else if (name.startsWith('on')) this.removed.add(name)
    }
    return written
  }

  #imageAttributes(attributes: readonly (readonly [string, string])[]): string | undefined {
    const address = attributes.find(([name]) => name === 'src')?.[1].trim() ?? ''
    const found = this.#findImage(address)
    if (found === null) return undefined
    if (found === undefined) {
      this.removed.add(`<img src="${address.slice(0, 200)}">`)
      return undefined
    }
    const alt = attributes.some(([name]) => name === 'alt') ? '' : ' alt=""'
    return ` src="${escapeAttribute(found)}"${alt}${this.#attributes('img', attributes)}`
  }
}
