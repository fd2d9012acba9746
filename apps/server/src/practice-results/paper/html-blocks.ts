import { Parser } from 'htmlparser2'
import { isWrittenAs, writtenAs } from './formula-text.ts'

/** A paragraph of the text of some HTML. An item of a list has its marker: a bullet, or its number. */
export interface TextBlock {
  readonly text: string
  readonly marker?: string
}

const endsBlock =
  /^(p|div|h[1-6]|ul|ol|li|blockquote|pre|table|caption|dl|dt|dd|section|article|header|footer|figure|figcaption|hr|address)$/
const hasNoText = /^(script|style|template|title|noscript|iframe|object|audio|video|select|annotation|annotation-xml)$/
const cell = /^t[dh]$/
const bullet = '•'
const betweenCells = '  |  '
/** A line's end within a paragraph, while spaces are still put together. */
const lineEnd = '\v'

interface Open {
  readonly name: string
  readonly from: number
  /** Where the text of each element in it begins. */
  readonly children: number[]
}

/** Takes the text of HTML apart into paragraphs while its tags go by. */
class BlockReader {
  readonly blocks: TextBlock[] = []
  readonly #picture: (alt: string) => string
  readonly #open: Open[] = []
  readonly #lists: { readonly isNumbered: boolean; items: number }[] = []
  #text = ''
  #marker: string | undefined

  constructor(picture: (alt: string) => string) {
    this.#picture = picture
  }

  open(name: string, attributes: Readonly<Record<string, string>>) {
    if (this.#endsBlock(name)) this.endBlock()
    this.#open.at(-1)?.children.push(this.#text.length)
    this.#open.push({ name, from: this.#text.length, children: [] })
    if (this.#isSilent()) return
    const alt = (attributes.alt ?? '').trim()
    if (name === 'ul' || name === 'ol') this.#lists.push({ isNumbered: name === 'ol', items: 0 })
    else if (name === 'li') this.#marker = this.#nextMarker()
    else if (name === 'br') this.#text += lineEnd
    else if (name === 'img' && alt !== '') this.#text += ` [${this.#picture(alt)}] `
  }

  text(piece: string) {
    if (this.#isSilent()) return
    const plain = piece.replaceAll(lineEnd, ' ')
    this.#text += this.#isWithin('pre') ? plain.replace(/\r\n?|\n/g, lineEnd) : plain
  }

  close(name: string) {
    const wasSilent = this.#isSilent()
    const closed = this.#open.pop()
    if (wasSilent || !closed) return
    if (isWrittenAs(name)) {
      const parts = closed.children.length > 0 ? closed.children : [closed.from]
      const pieces = parts.map((from, index) => this.#text.slice(from, parts[index + 1]))
      this.#text = this.#text.slice(0, closed.from) + writtenAs(name, pieces)
    }
    if (cell.test(name)) this.#text += betweenCells
    else if (name === 'tr') this.#text = this.#text.replace(/[ |]+$/, '') + lineEnd
    if (this.#endsBlock(name)) this.endBlock()
    else if (endsBlock.test(name)) this.#text += ' '
    if (name === 'ul' || name === 'ol') this.#lists.pop()
  }

  endBlock() {
    const text = this.#text
      .replace(/[ \t\n\r\f]+/g, ' ')
      .replace(/ ?\v ?/g, '\n')
      .trim()
    this.#text = ''
    if (text === '') return
    this.blocks.push(this.#marker === undefined ? { text } : { text, marker: this.#marker })
    this.#marker = undefined
  }

  /** A paragraph within a cell doesn't tear its row apart. */
  #endsBlock(name: string): boolean {
    return endsBlock.test(name) && !this.#open.some((one) => cell.test(one.name))
  }

  #isSilent(): boolean {
    return this.#open.some(({ name }) => hasNoText.test(name))
  }

  #isWithin(name: string): boolean {
    return this.#open.some((one) => one.name === name)
  }

  #nextMarker(): string {
    const list = this.#lists.at(-1)
    if (!list) return bullet
    list.items += 1
    return list.isNumbered ? `${list.items}.` : bullet
  }
}

/**
 * The text of HTML, in paragraphs. Nothing else is taken from it: whatever stands in it, it can't be more than words. Powers,
 * indices and fractions stay legible (10^12, x_1, k/n), cells of a row are kept apart, a picture is its alternative text.
 */
export const htmlBlocks = (html: string, picture: (alt: string) => string): TextBlock[] => {
  const reader = new BlockReader(picture)
  const parser = new Parser({
    onopentag: (name, attributes) => reader.open(name, attributes),
    ontext: (piece) => reader.text(piece),
    onclosetag: (name) => reader.close(name),
  })
  parser.write(html)
  parser.end()
  reader.endBlock()
  return reader.blocks
}
