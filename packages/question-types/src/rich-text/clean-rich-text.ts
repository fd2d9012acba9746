import { readAsWritten } from './reading.ts'
import { writeRichText } from './write-rich-text.ts'

/**
 * What a learner's rich text says, in the HTML that our editor writes and nothing else: whatever came is read into paragraphs, lists, tables, pictures that it carries
 * in itself and formulas, and written anew. No script, handler, frame, style of its own or file from elsewhere is left.
 */
export const cleanRichText = (html: string): string => writeRichText(readAsWritten(html))
