import { comparablePattern, comparableText } from '../comparable-text.ts'
import { attributeOf, flagOf } from '../element.ts'
import { foldCase } from '../fold-case.ts'
import { normalForm } from '../normal-form.ts'
import { singles, texts } from '../operands.ts'
import { compilePattern, type Pattern } from '../pattern.ts'
import { ProcessingError } from '../processing-error.ts'
import { boolean, isText, type Value } from '../value.ts'
import { needed, type Operator, over, textOrVariable } from './operator.ts'

const folded = (text: string) => foldCase(comparableText(text))

const writtenOnly = (values: readonly Value[]): readonly string[] | undefined => {
  const found = singles(values)
  const other = found?.find(({ baseType, value }) => !isText(baseType) && typeof value === 'object')
  if (other) throw new ProcessingError(`A ${other.baseType} was found instead of a text.`)
  return found && texts(values)
}

/** A pattern for texts in their comparable form. None fits if its classes come to nothing there, such as one from a letter to a dash. */
const comparableOf = (written: string): Pattern => {
  try {
    return compilePattern(comparablePattern(written))
  } catch (error) {
    if (error instanceof ProcessingError) return () => false
    throw error
  }
}

/** Patterns that were read last: marking runs the same few over and over. */
const patterns = new Map<string, Pattern>()
const patternFor = (written: string): Pattern => {
  const known = patterns.get(written)
  if (known) return known
  if (patterns.size > 1000) patterns.clear()
  const fits = compilePattern(normalForm(written, 'NFC'))
  const fitsComparable = comparableOf(written)
  // A pattern of straight apostrophes is meant for curly ones too.
  const pattern: Pattern = (text) => fits(text) || fitsComparable(comparableText(text))
  patterns.set(written, pattern)
  return pattern
}

export const textOperators = {
  stringmatch: over({ least: 2 }, (values, element) => {
    const [one, other] = writtenOnly(values) ?? []
    if (one === undefined || other === undefined) return null
    const by = flagOf(element, 'casesensitive', true) ? comparableText : folded
    const isWithin = flagOf(element, 'substring', false)
    return boolean(isWithin ? by(one).includes(by(other)) : by(one) === by(other))
  }),
  substring: over({ least: 2 }, (values, element) => {
    const [inner, outer] = writtenOnly(values) ?? []
    if (inner === undefined || outer === undefined) return null
    const by = flagOf(element, 'casesensitive', true) ? comparableText : folded
    return boolean(by(outer).includes(by(inner)))
  }),
  patternmatch: over({ least: 1 }, (values, element, state) => {
    const [text] = writtenOnly(values) ?? []
    const pattern = textOrVariable(attributeOf(element, 'pattern') ?? needed(element, 'pattern'), state)
    if (text === undefined || pattern === undefined) return null
    return boolean(patternFor(pattern)(text))
  }),
} satisfies Record<string, Operator>
