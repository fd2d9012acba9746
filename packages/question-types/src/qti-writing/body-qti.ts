import type { QtiProcessing, ResponseBinding } from '../source/processing-marking.ts'
import { xhtmlOf, xml } from './xml-qti.ts'

/** From which parts of an answer the responses of an item are read, by their identifiers. */
export type Bindings = QtiProcessing['responses']

/** What stands in the body of an item: the text with its fields, and what stands below it; or why it can't. */
export type Body = { readonly body: string } | { readonly why: string }

/** An attribute that is left out unless it holds. */
export const flag = (is: boolean | undefined) => (is ? 'true' : undefined)

/** A choice of an item. */
export interface Choice {
  readonly id: string
  readonly text: string
  readonly fixed?: boolean | undefined
}

interface Named {
  readonly sourceIds?: Readonly<Record<string, string>> | undefined
}

/** What the item calls a choice: what its source did, where it has one. */
const nameOf = ({ sourceIds }: Named, id: string) => sourceIds?.[id] ?? id

/** A choice as XML. */
export const choice = (question: Named, name: string, { id, text, fixed }: Choice, more: Record<string, string> = {}) =>
  xml(name, { identifier: nameOf(question, id), fixed: flag(fixed), ...more }, xhtmlOf(text))

/** The response that a binding of a kind belongs to. */
export const responseFrom = (bindings: Bindings, picks: (binding: ResponseBinding) => boolean): string | undefined =>
  Object.entries(bindings).find(([, binding]) => picks(binding))?.[0]

/** A field of a single line. */
export const entry = (response: string) => xml('qti-text-entry-interaction', { 'response-identifier': response })

/** A field of several lines. */
export const written = (response: string, lines: number, isRich: boolean) =>
  xml('qti-extended-text-interaction', {
    'response-identifier': response,
    'expected-lines': lines,
    format: isRich ? 'xhtml' : undefined,
  })

/** The text of a question, which stands above its interaction. */
export const textAbove = ({ text }: { readonly text: string }): string => `<div>${xhtmlOf(text)}</div>`

/** Why there is no item of a question. */
export const unlikeQti = ({ type }: { readonly type: string }) => ({
  why: `QTI has nothing like a question of the type ${type}.`,
})

/** The declaration of a response without a right answer, as XML. */
export const declared = (identifier: string, cardinality: string, baseType: string): string =>
  xml('qti-response-declaration', { identifier, cardinality, 'base-type': baseType })
