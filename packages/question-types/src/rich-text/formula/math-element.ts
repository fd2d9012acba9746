/** An element of MathML, of those that a text may have (`packages/safe-html`). Its text where it holds words, numbers or signs, else its children. */
export interface MathElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly MathElement[]
  readonly text: string
}

/** What holds text: names, numbers, signs, words. */
export const isToken = (name: string): boolean => /^m([inos]|text)$/.test(name)

export const writeMath = ({ name, attributes, children, text }: MathElement, escaped: (text: string) => string): string => {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  return `<${name}${written.join('')}>${escaped(text)}${children.map((one) => writeMath(one, escaped)).join('')}</${name}>`
}

/** The letters and signs of a formula, without what their places say: one word, as words are counted. */
export const textOfMath = ({ text, children }: MathElement): string =>
  text.replace(/\s/g, '') + children.map(textOfMath).join('')
