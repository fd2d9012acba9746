import { readWhole } from '../read-rich-text.ts'
import { attribute, decoded, markup } from '../reading.ts'
import { isEmbeddedImage, plainTextOf, type RichDocument, type Table } from '../rich-document.ts'
import { emptyBlock } from '../table-grid.ts'
import { withWordLists } from './word-lists.ts'

/** What of some HTML a document can't hold, so that somebody who pastes it can be told. */
export type LostByReading = 'table' | 'formula' | 'picture'

/** Whether it has a picture that isn't embedded: that is lost whatever is read. */
const losesPicture = (html: string): boolean => {
  for (const [, end, name = '', attributes = ''] of html.matchAll(markup)) {
    if (end === '/' || name.toLowerCase() !== 'img') continue
    const source = [...attributes.matchAll(attribute)].find(([, key]) => key?.toLowerCase() === 'src')
    if (!isEmbeddedImage(decoded(source?.[2] ?? source?.[3] ?? ''))) return true
  }
  return false
}

/** Word fills an empty cell with a space that doesn't break. */
const withoutFillers = ({ kind, rows }: Table): Table => ({
  kind,
  rows: rows.map((row) =>
    row.map((cell) => (plainTextOf(cell.blocks) === '\u00a0' ? { ...cell, blocks: [emptyBlock] } : cell)),
  ),
})

/**
 * Reads HTML that is pasted, and says what of it isn't kept as it was: a table that stands in another or is too large is kept as lines of
 * text. `clean` is the player's cleaning.
 */
export const readPasted = (
  html: string,
  clean: (html: string) => string,
): { readonly document: RichDocument; readonly lost: readonly LostByReading[] } => {
  const reading = readWhole(clean(withWordLists(html)))
  const document = reading.finish().map((one) => (one.kind === 'table' ? withoutFillers(one) : one))
  const lost: LostByReading[] = []
  if (reading.hasFlattened) lost.push('table')
  if (reading.hasFlattenedFormula) lost.push('formula')
  if (losesPicture(html)) lost.push('picture')
  return { document, lost }
}
