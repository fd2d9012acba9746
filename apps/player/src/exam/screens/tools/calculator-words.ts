import { type Calculator, type CalculatorKey, maxEntryCharacters } from '@sitwell/exam/calculator/calculator'
import type { Catalogue } from '@sitwell/i18n/catalogue'
import type { MessageId } from '@sitwell/i18n/message-ids'

type Text = Catalogue['text']

const wordOf: Readonly<Partial<Record<string, MessageId>>> = {
  '+': 'tools.plus',
  '-': 'tools.minus',
  '*': 'tools.times',
  '/': 'tools.divided',
  '=': 'tools.equals',
  '.': 'tools.point',
  clear: 'tools.clear',
  back: 'tools.back',
  sign: 'tools.sign',
  percent: 'tools.percent',
  root: 'tools.root',
}

/** What a key is called; a digit is its own name. */
export const keyName = (key: CalculatorKey, text: Text): string => {
  const name = wordOf[key]
  return name === undefined ? key : text(name)
}

/** What is wrong, in words: why there is no result, or that the last key found no room; undefined while nothing is. */
export const problemOf = ({ fault, isFull }: Calculator, text: Text): string | undefined => {
  if (fault) return text(`tools.${fault}`)
  return isFull ? text('tools.full', { most: maxEntryCharacters }) : undefined
}

/** An entry in words, for a screen reader: it passes over signs or reads them as punctuation. */
export const spoken = (state: Calculator, text: Text): string => {
  const { entry, isResult } = state
  const problem = problemOf(state, text)
  if (problem !== undefined) return problem
  const words = [...entry].map((one) => (wordOf[one] && one !== '.' ? ` ${text(wordOf[one])} ` : one)).join('')
  return (isResult ? `${text('tools.equals')} ${words}` : words).replaceAll(/ +/g, ' ').trim()
}
