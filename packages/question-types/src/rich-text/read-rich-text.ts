import { FormulaInReading } from './formula/formula-in-reading.ts'
import { readAll } from './reading.ts'
import type { RichDocument } from './rich-document.ts'

/** The reading of HTML in which each formula is read as what a formula of ours may be. */
export const readWhole = (html: string) => readAll(html, (alttext) => new FormulaInReading(alttext))

/**
 * Reads HTML into a document. What a document can't hold is left out, its text kept; foreign HTML goes through the player's
 * cleaning first, which takes away what is no text for a reader.
 */
export const readRichText = (html: string): RichDocument => readWhole(html).finish()
