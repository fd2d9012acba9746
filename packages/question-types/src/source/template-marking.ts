import type { QtiVersion } from '@sitwell/qti/declaration'
import type { QtiElement } from '@sitwell/qti/element'
import { readQtiItem } from '@sitwell/qti/item'
import { ProcessingError } from '@sitwell/qti/processing-error'
import * as z from 'zod'
import { qtiElement } from './processing-marking.ts'

/** Why a template can't be followed; undefined where it can. */
const problemOf = (item: QtiElement, version: QtiVersion): string | undefined => {
  try {
    readQtiItem(item, version)
    return undefined
  } catch (error) {
    if (error instanceof ProcessingError) return error.message
    throw error
  }
}

/**
 * How the values of a question are drawn that each learner has others of. In its texts stand tokens, which name a place by its number:
 * `⟦0⟧` a value, or that what it stands in is a choice which may be hidden; `⟦#1⟧` and `⟦/1⟧` around what may be hidden. Never leaves the
 * server.
 */
export const questionTemplate = z
  .strictObject({
    version: z.enum(['2.0', '2.1', '2.2', '3.0']),
    /** The declarations of the item and its `templateProcessing`. */
    item: qtiElement,
    /** What stands in the places: `printedVariable`, `mi` of a formula, `templateInline`, `templateBlock` or a choice, without what is inside. */
    places: z.array(qtiElement).max(10_000),
  })
  .superRefine(({ item, version }, context) => {
    const problem = problemOf(item, version)
    if (problem !== undefined) context.addIssue({ code: 'custom', path: ['item'], message: problem })
  })
export type QuestionTemplate = z.infer<typeof questionTemplate>

const tokens = /⟦([#/]?)(\d{1,5})⟧/

/** The token of a place. */
export const token = (place: number, mark: '' | '#' | '/' = ''): string => `⟦${mark}${place}⟧`

/** Whether a text has anything in it that looks like a token. */
export const hasTokens = (text: string): boolean => /[⟦⟧]/.test(text)

export type TokenPart = string | { readonly mark: '' | '#' | '/'; readonly place: number }

/** A text with its tokens, in order. */
export const tokenParts = (text: string): TokenPart[] => {
  const parts = text.split(tokens)
  const found: TokenPart[] = []
  for (let at = 0; at < parts.length; at += 3) {
    if (parts[at]) found.push(parts[at] ?? '')
    const mark = parts[at + 1]
    if (mark === '' || mark === '#' || mark === '/') found.push({ mark, place: Number(parts[at + 2]) })
  }
  return found
}
