import { attributeOf, type Element, insideOf, textIn } from '../../files/xml.ts'
import type { Response } from './presentation.ts'
import { metadataOf } from './question-xml.ts'

/** How ILIAS compares typed words, which it writes into the metadata of a cloze and into no rule. */
interface GapRating {
  /** Why the rules alone don't give the marks. */
  readonly why?: string
  /** Whether capitals count in typed words. */
  readonly isExact: boolean
}

const hasCombinations = (written: string | undefined): boolean => {
  if (!written) return false
  const text = Buffer.from(written, 'base64').toString('utf8').trim()
  return !['', '[]', '{}', 'null', 'false', '""'].includes(text)
}

/** Whether two gaps name the same answer. */
const sharesAnswers = (item: Element, responses: readonly Response[]): boolean => {
  const gaps = responses.filter(({ kind, isInText }) => kind === 'text' || isInText).map(({ ident }) => ident)
  const owners = new Map<string, string>()
  return insideOf(item, 'varequal').some((one) => {
    const ident = attributeOf(one, 'respident') ?? ''
    if (!gaps.includes(ident)) return false
    const owner = owners.get(textIn(one)) ?? ident
    owners.set(textIn(one), owner)
    return owner !== ident
  })
}

/** Reads how ILIAS rates the gaps of a cloze; other programs write none of these fields. */
export const gapRating = (item: Element, responses: readonly Response[]): GapRating => {
  const metadata = metadataOf(item)
  const rating = metadata.get('textgaprating')?.toLowerCase() ?? ''
  const isExact = rating === 'cs'
  if (hasCombinations(metadata.get('combinations')))
    return { why: 'Some of its gaps earn their marks only together, in a form of ILIAS’s own.', isExact }
  if (/^l\d/.test(rating) && responses.some(({ kind }) => kind === 'text'))
    return { why: 'It takes words with misspelled letters, in a way of ILIAS’s own.', isExact }
  if (metadata.get('identicalscoring') === '0' && sharesAnswers(item, responses))
    return { why: 'An answer that several of its gaps take counts only once, in a way of ILIAS’s own.', isExact }
  return { isExact }
}
