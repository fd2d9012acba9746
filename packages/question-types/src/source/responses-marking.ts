import type { Answer } from '@sitwell/contract'
import type { Declaration } from '@sitwell/qti/declaration'
import { ProcessingError } from '@sitwell/qti/processing-error'
import { recordIn } from '@sitwell/qti/typed-record'
import { asType, container, type Scalar, scalarIn, single, type Value } from '@sitwell/qti/value'
import { inBlanks } from '../blanks/in-blanks-marking.ts'
import type { AuthoredBlanks } from '../blanks/marking.ts'
import type { GridForm } from '../grid-form/form.ts'
import { fieldsOf } from '../grid-form/form.ts'
import { partsOf } from '../grid-form/on-picture.ts'
import { playsIn } from '../grid-form/plays.ts'
import { readGridText } from '../grid-form/wire-text.ts'
import { facetsOf } from '../registry-marking.ts'
import { readingsOfNumber } from '../typed-key/read-number-marking.ts'
import { codeValueIn } from './code-value-marking.ts'
import type { QtiProcessing, ResponseBinding } from './processing-marking.ts'

/** The fields of a question from which its responses are read. */
export interface Asked {
  readonly type: string
  readonly text: string
  readonly options?: readonly { readonly id: string }[]
  readonly parts?: readonly { readonly id: string }[]
  readonly variableOptions?: AuthoredBlanks['variableOptions']
  /** What the item calls the options, by their ids here; those that stand not in it are called alike. */
  readonly sourceIds?: Readonly<Record<string, string>> | undefined
  /** Those of a form; a table's are other ones. */
  readonly rows?: readonly unknown[]
}

const noForm: GridForm = { rows: [], columns: [], actions: [] }

/** The form of a question that has one. Columns and actions are nothing to its fields. */
export const formOf = ({ type, rows = [] }: Asked): GridForm =>
  // The type knows whose rows they are.
  facetsOf(type)?.formOf({ rows: rows as GridForm['rows'] }) ?? noForm

/** Each value that a response may have: a number that is typed `1,500` is two of them. */
export type Readings = readonly Value[]

const nothing: Readings = [null]

/** What was typed, as a value of the response's type; what is no number is no answer to a question for one. */
const typedReadings = (text: string, { cardinality, baseType = 'string' }: Declaration): Readings => {
  const given = text.trim()
  if (given === '') return nothing
  if (cardinality === 'record') return [recordIn(given)]
  const wanted = cardinality === 'single' ? 'single' : cardinality
  if (baseType !== 'integer' && baseType !== 'float') {
    try {
      return [asType(single(baseType, scalarIn(given, baseType)), wanted, baseType)]
    } catch (error) {
      if (error instanceof ProcessingError) return nothing
      throw error
    }
  }
  const numbers = readingsOfNumber(given)
    .map(({ digits, scale }) => Number(`${digits}e-${scale}`))
    .filter((one) => Number.isFinite(one) && (baseType === 'float' || Number.isInteger(one)))
  return numbers.length === 0 ? nothing : [...new Set(numbers)].map((one) => asType(single(baseType, one), wanted, baseType))
}

const chosen = (values: readonly string[], { cardinality, baseType = 'identifier' }: Declaration): Readings => {
  if (cardinality === 'record') throw new ProcessingError('A choice is declared as a record.')
  const scalars = values.map((one): Scalar => (one === '' ? '' : scalarIn(one, baseType)))
  // More than one choice where one may be made is no answer: it would be a way to try several.
  if (cardinality === 'single' && scalars.length > 1) return nothing
  return [asType(container('ordered', baseType, scalars), cardinality, baseType)]
}

const optionText = (answer: Answer, id: string) => answer.options.find(({ optionID }) => optionID === id)?.optionText ?? ''

/** Values in their places, up to the last one that is filled. */
const upToLast = (values: readonly string[]) => values.slice(0, values.findLastIndex((one) => one !== '') + 1)

/** What a part of a field's answer stands for: itself, or two things that are joined. */
const meantBy = (part: string, means: Readonly<Record<string, string>>): string[] => {
  const meant = part.split(':').flatMap((id) => means[id] ?? [])
  return meant.length === part.split(':').length ? [meant.join(' ')] : []
}

export type BindingFrom<From extends ResponseBinding['from']> = Extract<ResponseBinding, { from: From }>

/** Whether more fields are filled than may be, or than may be of some of them. */
const isTooMany = ({ fields, limits = [], most }: BindingFrom<'form'>, given: readonly string[][]): boolean => {
  const filled = new Set(fields.filter((_, at) => given[at]?.length).map(({ field }) => field))
  const count = given.flat().length
  return count > (most ?? count) || limits.some((one) => one.fields.filter((field) => filled.has(field)).length > one.most)
}

/** The kind of a form's field. */
export const kindOf = (question: Asked, field: string) => fieldsOf(formOf(question)).find(({ id }) => id === field)?.kind

const formReadings = (question: Asked, answer: Answer, binding: BindingFrom<'form'>, declaration: Declaration): Readings => {
  const { values } = readGridText(formOf(question), answer.answerText).answer
  const [first] = binding.fields
  if (first && !first.values) {
    const held = values.get(first.field) ?? ''
    const kind = kindOf(question, first.field)
    if (kind === 'custom') return [codeValueIn(held, declaration)]
    // Of a recording its source knows how often it was begun, and not how far.
    if (kind === 'recording') return typedReadings(`${playsIn(held)?.count ?? ''}`, declaration)
    return declaration.baseType === 'point' ? chosen(partsOf(held), declaration) : typedReadings(held, declaration)
  }
  const given = binding.fields.map(({ field, values: means = {} }) =>
    partsOf(values.get(field) ?? '').flatMap((part) => meantBy(part, means)),
  )
  if (!binding.isOrdered) return isTooMany(binding, given) ? nothing : chosen(given.flat(), declaration)
  // A field that holds a whole order, or one for each place.
  const placed = given.length === 1 ? given.flat() : given.map(([one = '']) => one)
  return chosen(upToLast(placed), declaration)
}

const readingsOf = (question: Asked, answer: Answer, binding: ResponseBinding, declaration: Declaration): Readings => {
  const inSource = (id: string) => question.sourceIds?.[id] ?? id
  switch (binding.from) {
    case 'options': {
      const known = new Set(question.options?.map(({ id }) => id))
      return chosen(
        [...new Set(answer.options.map((one) => one.optionID))].filter((id) => known.has(id)).map(inSource),
        declaration,
      )
    }
    case 'blank': {
      const found = inBlanks(question, answer).get(binding.blank)
      if (!found || found.value === '') return nothing
      return found.isListed ? chosen([inSource(found.value)], declaration) : typedReadings(found.value, declaration)
    }
    case 'part':
      return typedReadings(optionText(answer, binding.part), declaration)
    case 'parts': {
      const texts = (question.parts ?? []).map(({ id }) => optionText(answer, id).trim())
      // Where the order counts, a field that is left empty keeps those behind it where they stand.
      const given = declaration.cardinality === 'ordered' ? upToLast(texts) : texts.filter((text) => text !== '')
      return chosen(given, declaration)
    }
    case 'text':
      return typedReadings(answer.answerText, declaration)
    case 'pairs': {
      const pairs = (question.options ?? []).flatMap(({ id }) => {
        const other = optionText(answer, id)
        const [own, paired] = [inSource(id), inSource(other)]
        return other === '' ? [] : [binding.isTurned ? `${paired} ${own}` : `${own} ${paired}`]
      })
      return chosen(pairs, declaration)
    }
    case 'places': {
      const placed = (question.options ?? []).map(({ id }) => inSource(optionText(answer, id)))
      // A place that is left empty keeps those behind it where they stand.
      return chosen(upToLast(placed), declaration)
    }
    case 'form':
      return formReadings(question, answer, binding, declaration)
    case 'gaps': {
      const pairs = [...inBlanks(question, answer)].flatMap(([blank, { value }]) => {
        const gap = binding.gaps[blank]
        return value === '' || gap === undefined ? [] : [`${inSource(value)} ${gap}`]
      })
      return chosen(pairs, declaration)
    }
  }
}

/** More ways to read several numbers than this, and the first of each counts. */
const mostWays = 64

/** The responses of an answer: each way in which its numbers can be read. None where nothing was answered. */
export const responsesOf = (
  question: Asked,
  { responses }: Pick<QtiProcessing, 'responses'>,
  declarations: readonly Declaration[],
  answer: Answer | undefined,
): ReadonlyMap<string, Value>[] => {
  let ways: Map<string, Value>[] = [new Map()]
  if (!answer) return ways
  for (const declaration of declarations) {
    const binding = declaration.kind === 'response' ? responses[declaration.identifier] : undefined
    if (!binding) continue
    const readings = readingsOf(question, answer, binding, declaration)
    const few = ways.length * readings.length > mostWays ? readings.slice(0, 1) : readings
    ways = few.flatMap((value) => ways.map((way) => new Map([...way, [declaration.identifier, value]])))
  }
  return ways
}
