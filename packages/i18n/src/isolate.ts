import type { Language } from './languages.ts'

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * A value that reads the other way than the text around it is set apart (by FSI and PDI of Unicode): else a full stop or a question
 * mark at its end would jump to its beginning.
 */
export const isolated = (value: string | number, direction: Language['direction']): string => {
  const [letter] = /\p{L}/u.exec(String(value)) ?? []
  const isOther = letter !== undefined && rightToLeft.test(letter) !== (direction === 'rtl')
  return isOther ? `\u2068${value}\u2069` : String(value)
}

/**
 * Values that follow each other with nothing but blanks in between are set apart as one: a first and a last name, each by itself, would
 * change places in a text that reads the other way.
 */
export const joinIsolated = (text: string): string => text.replaceAll(/\u2069( +)\u2068/g, '$1')
