import { fill } from './fill.ts'
import { type HtmlBlock, htmlBlocks } from './html-blocks.ts'
import { writeList } from './list-writer.ts'
import type { StyleName } from './page.ts'
import { type PageWriter, plainRich } from './page-writer.ts'
import type { PaperDocument, PaperPart, PaperText } from './paper-parts.ts'
import { joined, type RichText, withWordsFor } from './rich-text.ts'
import { writeSlip } from './slip-writer.ts'
import { writeFacts, writeTable } from './table-writer.ts'

/** Characters of one text, and of all of them: what goes beyond is cut, and said to be. Nobody reads a PDF of thousands of pages. */
const mostOfText = 200_000
const mostOfAll = 2_000_000

type TextBlock = Extract<HtmlBlock, { kind: 'text' }>

/** Paragraphs and rows as lines of one text. */
const linesOf = (blocks: readonly HtmlBlock[]): RichText => {
  const texts = blocks.flatMap((block) =>
    block.kind === 'text'
      ? [block.marker === undefined ? block.rich : joined([{ text: `${block.marker} ` }, block.rich])]
      : block.rows.map((row) => joined(row.flatMap(({ rich }, at) => (at === 0 ? [rich] : [{ text: '  |  ' }, rich])))),
  )
  return joined(texts.flatMap((rich, at) => (at === 0 ? [rich] : [{ text: '\n' }, rich])))
}

/** Writes the parts of a document, HTML among them, as far as a PDF holds them. */
export class PartWriter {
  /** Whether something was a picture that could not be printed. */
  hasLostPicture = false
  readonly #writer: PageWriter
  readonly #words: PaperDocument['words']
  #left = mostOfAll

  constructor(writer: PageWriter, words: PaperDocument['words']) {
    this.#writer = writer
    this.#words = words
  }

  write(part: PaperPart) {
    switch (part.kind) {
      case 'heading':
        return this.#writer.heading(part)
      case 'paragraph': {
        const { style, isAnswer = false } = part
        if (part.isHtml && /<table/i.test(part.text)) return this.#withTables(part.text, style, isAnswer)
        return this.#writer.paragraph(this.#richOf(part), style, { isAnswer })
      }
      case 'html':
        return this.#html(part.html)
      case 'page':
        return this.#writer.page()
      case 'slip': {
        const within = (text: string) => this.#within(text)
        const { title, text, head, row } = part
        const texts = { title: within(title), text: within(text), head: head.map(within), row: row.map(within) }
        return writeSlip(this.#writer, { ...part, ...texts })
      }
      case 'list':
        return writeList(
          this.#writer,
          part.items.map((item) => ({ marker: item.marker, level: 1, rich: this.#richOf(item) })),
        )
      case 'drawing':
        this.hasLostPicture ||= !this.#writer.options.boxes.pictureAt(part.src)
        return this.#writer.drawing(part)
      case 'table': {
        const cells = (row: readonly PaperText[]) => row.map((cell) => ({ ...cell, rich: this.#richOf(cell) }))
        return writeFacts(this.#writer, { ...part, head: part.head && cells(part.head), rows: part.rows.map(cells) })
      }
    }
  }

  #html(html: string) {
    let items: TextBlock[] = []
    const endList = () => {
      if (items.length > 0) writeList(this.#writer, items)
      items = []
    }
    for (const block of this.#blocksOf(html)) {
      if (block.kind === 'text' && block.level > 0) {
        items.push(block)
        continue
      }
      endList()
      if (block.kind === 'table') writeTable(this.#writer, block.rows)
      else this.#paragraph(block)
    }
    endList()
  }

  #paragraph({ rich, isHeading }: TextBlock) {
    const style: StyleName = isHeading ? 'strong' : 'body'
    this.#writer.paragraph(rich, style, isHeading ? { tag: 'H4' } : {})
  }

  #blocksOf(html: string): HtmlBlock[] {
    return htmlBlocks(this.#within(html)).map((block) =>
      block.kind === 'text'
        ? { ...block, rich: this.#withoutLost(block.rich) }
        : { ...block, rows: block.rows.map((row) => row.map((cell) => ({ ...cell, rich: this.#withoutLost(cell.rich) }))) },
    )
  }

  /** A text in one piece: of HTML its paragraphs are lines. */
  #richOf({ text, isHtml = false }: PaperText): RichText {
    if (!isHtml) return plainRich(this.#within(text))
    return linesOf(this.#blocksOf(text))
  }

  /** A paragraph of HTML that has tables: they stand between its lines. */
  #withTables(html: string, style: StyleName, isAnswer: boolean) {
    let lines: HtmlBlock[] = []
    const endLines = () => {
      if (lines.length > 0) this.#writer.paragraph(linesOf(lines), style, { isAnswer })
      lines = []
    }
    for (const block of this.#blocksOf(html)) {
      if (block.kind === 'text') lines.push(block)
      else {
        endLines()
        writeTable(this.#writer, block.rows)
      }
    }
    endLines()
  }

  #withoutLost(rich: RichText): RichText {
    return withWordsFor(rich, (box) => {
      if (box.kind === 'formula' || this.#writer.options.boxes.picture(box)) return undefined
      this.hasLostPicture = true
      return box.alt === '' ? '' : `[${fill(this.#words.PICTURE, { alt: box.alt })}]`
    })
  }

  /** Cuts texts once they are more than a PDF holds. */
  #within(text: string): string {
    const room = Math.min(mostOfText, this.#left)
    this.#left = Math.max(0, this.#left - text.length)
    return text.length <= room ? text : `${text.slice(0, room)}\n[${this.#words.CUT}]`
  }
}
