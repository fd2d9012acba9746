import { writeMath } from './formula/math-element.ts'
import { type Block, type Cell, fonts, type RichDocument, type Run, sizes, type Table, type TextRun } from './rich-document.ts'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const styleOf = ({ font, size }: TextRun): string =>
  [...(font ? [`font-family: ${fonts[font]}`] : []), ...(size ? [`font-size: ${sizes[size]}`] : [])].join('; ')

const writeText = (run: TextRun): string => {
  let html = escaped(run.text)
  if (run.script) html = run.script === 'sub' ? `<sub>${html}</sub>` : `<sup>${html}</sup>`
  if (run.underline) html = `<u>${html}</u>`
  if (run.italic) html = `<em>${html}</em>`
  if (run.bold) html = `<strong>${html}</strong>`
  const style = styleOf(run)
  return style === '' ? html : `<span style="${style}">${html}</span>`
}

const writeRun = (run: Run): string => {
  if (run.kind === 'break') return '<br>'
  if (run.kind === 'image') return `<img src="${escaped(run.src)}" alt="${escaped(run.alt)}">`
  if (run.kind === 'formula') {
    const source = run.source === '' ? '' : ` alttext="${escaped(run.source)}"`
    return `<math${source}>${writeMath(run.math, escaped)}</math>`
  }
  return writeText(run)
}

const hrefOf = (run: Run | undefined): string | undefined => (run?.kind === 'text' ? run.href : undefined)

/** A last line break shows only with another behind it; an empty block needs one to have a line. */
const writeRuns = (runs: readonly Run[]): string => {
  let html = ''
  for (const [index, run] of runs.entries()) {
    const href = hrefOf(run)
    if (href !== undefined && hrefOf(runs[index - 1]) !== href) html += `<a href="${escaped(href)}">`
    html += writeRun(run)
    if (href !== undefined && hrefOf(runs[index + 1]) !== href) html += '</a>'
  }
  const last = runs.at(-1)
  return last === undefined || last.kind === 'break' ? `${html}<br>` : html
}

const writeParagraph = ({ indent, runs }: Block): string =>
  `<p${indent > 0 ? ` style="padding-inline-start: ${indent * 2}em"` : ''}>${writeRuns(runs)}</p>`

const listOf = { bullet: 'ul', number: 'ol' } as const

const isEmptyLine = (block: Block | Table): boolean =>
  block.kind === 'paragraph' && block.indent === 0 && block.runs.length === 0

const writeBlocks = (blocks: readonly Block[]): string => {
  let html = ''
  /** The lists that are open, the outermost first; each has an open item. */
  const open: ('ul' | 'ol')[] = []
  const closeTo = (depth: number) => {
    while (open.length > depth) html += `</li></${open.pop()}>`
  }
  for (const block of blocks) {
    if (block.kind === 'paragraph') {
      closeTo(0)
      html += writeParagraph(block)
      continue
    }
    const list = listOf[block.kind]
    closeTo(block.indent + 1)
    if (open.length === block.indent + 1) {
      if (open.at(-1) === list) html += '</li><li>'
      else closeTo(block.indent)
    }
    while (open.length <= block.indent) {
      // The steps in between have items without a text of their own.
      html += `<${list}><li>`
      open.push(list)
    }
    html += writeRuns(block.runs)
  }
  closeTo(0)
  return html
}

const writeCell = ({ isHeader, columns, rows, blocks }: Cell): string => {
  const name = isHeader ? 'th' : 'td'
  const spans = `${columns > 1 ? ` colspan="${columns}"` : ''}${rows > 1 ? ` rowspan="${rows}"` : ''}`
  const [only] = blocks
  const isLine = blocks.length === 1 && only?.kind === 'paragraph' && only.indent === 0
  return `<${name}${spans}>${isLine ? writeRuns(only.runs) : writeBlocks(blocks)}</${name}>`
}

const writeTable = ({ rows }: Table): string =>
  `<table><tbody>${rows.map((row) => `<tr>${row.map(writeCell).join('')}</tr>`).join('')}</tbody></table>`

/**
 * The one way in which a document is written as HTML: the same document gives the same text on every device, and reading it
 * again gives the same document. An empty document is the empty text.
 */
export const writeRichText = (document: RichDocument): string => {
  if (document.length < 2 && document.every(isEmptyLine)) return ''
  let html = ''
  let blocks: Block[] = []
  for (const one of document) {
    if (one.kind !== 'table') blocks.push(one)
    else {
      html += writeBlocks(blocks) + writeTable(one)
      blocks = []
    }
  }
  return html + writeBlocks(blocks)
}
