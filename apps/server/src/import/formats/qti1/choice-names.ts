import { plainLine } from '../../../plain-line.ts'
import { wordsIn } from '../../bank/bank-html.ts'
import type { Label, Response } from './presentation.ts'

/** What the rules of a response call its choices: their idents, their words, or nobody knows which of both. */
type Naming = 'ident' | 'words' | 'unclear'

/** The choice with these words; undefined if there is none, or more than one. */
const withWords = (labels: readonly Label[], words: string): Label | undefined => {
  const [only, ...more] = labels.filter(({ html }) => wordsIn(html) !== '' && plainLine(wordsIn(html)) === plainLine(words))
  return more.length === 0 ? only : undefined
}

/**
 * The standard has rules name a choice by its ident. ILIAS names the words of a choice where the list stands in a text, because the response
 * is a text there. `values` are all that the rules of an item name for the response.
 */
export const namingOf = ({ labels, isInText }: Pick<Response, 'labels' | 'isInText'>, values: readonly string[]): Naming => {
  const isIdent = (value: string) => labels.some(({ ident }) => ident === value.trim())
  if (values.some((one) => !isIdent(one) && withWords(labels, one)))
    return values.some((one) => isIdent(one) && !withWords(labels, one)) ? 'unclear' : 'words'
  const differs = values.some((one) => ![undefined, one.trim()].includes(withWords(labels, one)?.ident))
  return isInText && differs ? 'unclear' : 'ident'
}

/** The ident of the choice that a rule names; undefined if it names none. */
export const choiceNamed = (labels: readonly Label[], value: string, naming: Naming): string | undefined =>
  naming === 'words' ? withWords(labels, value)?.ident : labels.find(({ ident }) => ident === value.trim())?.ident
