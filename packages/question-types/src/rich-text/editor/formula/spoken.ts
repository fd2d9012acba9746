import type { MathElement } from '../../formula/math-element.ts'

type Text = (id: string, values?: Record<string, string | number>) => string

/** Whether it is one word, so that nobody asks where it ends. */
const isShort = ({ name, children }: MathElement): boolean => children.length === 0 && name !== 'mrow'

const large: Readonly<Record<string, string>> = {
  '∑': 'formula.sum',
  '∏': 'formula.product',
  '∫': 'formula.integral',
}
const isLarge = ({ text }: MathElement): boolean => Object.hasOwn(large, text)

const nothing: MathElement = { name: 'mrow', attributes: {}, children: [], text: '' }

class Speech {
  private readonly text: Text

  constructor(text: Text) {
    this.text = text
  }

  say(one: MathElement): string {
    const sayStructure = structures[one.name]
    if (sayStructure) return sayStructure(this, one)
    return one.text === '' ? this.row(one) : one.text
  }

  /** A text with what stands in its places. */
  words(id: string, values: Readonly<Record<string, MathElement>>): string {
    return this.text(id, Object.fromEntries(Object.entries(values).map(([name, one]) => [name, this.say(one)])))
  }

  row({ children }: MathElement): string {
    const said = children.map((one) => this.say(one))
    return said.filter((words) => words !== '').join(' ')
  }

  cells({ children }: MathElement): string {
    return this.text('formula.saidRow', { cells: children.map((one) => this.say(one)).join(', ') })
  }

  sign({ text }: MathElement): string {
    if (/^[\u2061-\u2064]$/.test(text)) return ''
    return large[text] === undefined ? text : this.text(large[text])
  }
}

const partsOf = ({ children: [first = nothing, second = nothing, third = nothing] }: MathElement) =>
  [first, second, third] as const

const fromTo = (speech: Speech, one: MathElement): string => {
  const [sign, from, to] = partsOf(one)
  return speech.words('formula.saidFromTo', { sign, from, to })
}
const from = (speech: Speech, one: MathElement): string => {
  const [sign, below] = partsOf(one)
  return speech.words('formula.saidFrom', { sign, from: below })
}
const above = (speech: Speech, one: MathElement): string => {
  const [sign, to] = partsOf(one)
  return speech.words('formula.saidAbove', { sign, to })
}

const structures: Readonly<Record<string, (speech: Speech, one: MathElement) => string>> = {
  mo: (speech, one) => speech.sign(one),
  mfrac: (speech, one) => {
    const [over, under] = partsOf(one)
    const id = isShort(over) && isShort(under) ? 'formula.saidFraction' : 'formula.saidLongFraction'
    return speech.words(id, { over, under })
  },
  msqrt: (speech, one) => {
    const isOne = one.children.length === 1 && isShort(partsOf(one)[0])
    return speech.words(isOne ? 'formula.saidRoot' : 'formula.saidLongRoot', { inside: { ...one, name: 'mrow' } })
  },
  mroot: (speech, one) => {
    const [inside, degree] = partsOf(one)
    return speech.words('formula.saidNthRoot', { inside, degree })
  },
  msup: (speech, one) => {
    const [base, power] = partsOf(one)
    return isLarge(base) ? above(speech, one) : speech.words('formula.saidPower', { base, power })
  },
  msub: (speech, one) => {
    const [base, index] = partsOf(one)
    return isLarge(base) ? from(speech, one) : speech.words('formula.saidIndex', { base, index })
  },
  msubsup: (speech, one) => {
    const [base, index, power] = partsOf(one)
    if (isLarge(base)) return fromTo(speech, one)
    return speech.words('formula.saidPower', { base: { ...one, name: 'msub', children: [base, index] }, power })
  },
  munder: from,
  mover: above,
  munderover: fromTo,
  mtr: (speech, one) => speech.cells(one),
}

/** The words for a formula, in the order in which it is read aloud. */
export const spokenMath = (math: MathElement, text: Text): string =>
  new Speech(text)
    .say(math)
    .replace(/\s+/g, ' ')
    // Two structures that end together.
    .replace(/[,،](?:[\s\u2066-\u2069]*[,،])+/g, (ends) => ends[0] + ends.slice(1).replace(/[,،\s]/g, ''))
    .replace(/[,،\s]+$/, '')
    .trim()
