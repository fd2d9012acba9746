import { comparableText } from '@sitwell/qti/comparable-text'
import type { QtiElement } from '@sitwell/qti/element'
import { anyCasePattern, literalPattern } from '@sitwell/qti/text-pattern'
import type { QtiProcessing, ResponseBinding } from '@sitwell/question-types/marking'
import type { BankTyped } from './bank-question.ts'

const base = (baseType: string, text: string): QtiElement => ({ name: 'basevalue', attributes: { basetype: baseType }, text })
const variable = (identifier: string): QtiElement => ({ name: 'variable', attributes: { identifier } })

/** A text as a pattern of XML Schema, which fits a whole text; `*` represents anything where the answers have wildcards. */
const patternOf = (text: string, { ignoreCase, hasWildcards }: Extract<BankTyped, { is: 'text' }>): string => {
  const pattern = ignoreCase ? anyCasePattern : literalPattern
  const comparable = comparableText(text)
  return hasWildcards ? comparable.split('*').map(pattern).join('[\\s\\S]*') : pattern(comparable)
}

interface Rated {
  readonly test: QtiElement
  readonly fraction: number
}

const ratedOf = (identifier: string, asks: BankTyped | ListAsks): Rated[] => {
  if (asks.is === 'list')
    return asks.entries.map(({ id, fraction }) => ({
      fraction,
      test: { name: 'match', children: [variable(identifier), base('identifier', id)] },
    }))
  if (asks.is === 'number')
    return asks.accepted.map(({ value, tolerance, fraction }) => ({
      fraction,
      test: {
        name: 'equal',
        attributes: { tolerancemode: 'absolute', tolerance: `${tolerance} ${tolerance}` },
        children: [variable(identifier), base('float', String(value))],
      },
    }))
  return asks.accepted.map(({ text, fraction }) => ({
    fraction,
    test: { name: 'patternmatch', attributes: { pattern: patternOf(text, asks) }, children: [variable(identifier)] },
  }))
}

/** A list to choose from, by the ids of its entries. */
interface ListAsks {
  readonly is: 'list'
  readonly entries: readonly { readonly id: string; readonly fraction: number }[]
}

/** One response of a question: what it asks, its place in the answer, and the marks that it is worth. */
interface Asking {
  readonly binding: ResponseBinding
  readonly asks: BankTyped | ListAsks
  readonly marks: number
}

const typeOf = ({ is }: BankTyped | ListAsks) => ({ list: 'identifier', number: 'float', text: 'string' })[is]

/** Rules that give each response what the first of its answers earns that fits. */
export const processingOf = (asked: readonly Asking[]): QtiProcessing => {
  const named = asked.map((one, at) => ({ ...one, identifier: `R${at + 1}` }))
  const declarations = named.map(({ identifier, asks }): QtiElement => {
    const best = asks.is === 'list' ? asks.entries.toSorted((one, other) => other.fraction - one.fraction)[0]?.id : undefined
    return {
      name: 'responsedeclaration',
      attributes: { identifier, cardinality: 'single', basetype: typeOf(asks) },
      ...(best !== undefined && { children: [{ name: 'correctresponse', children: [{ name: 'value', text: best }] }] }),
    }
  })
  const score: QtiElement = {
    name: 'outcomedeclaration',
    attributes: { identifier: 'SCORE', cardinality: 'single', basetype: 'float' },
    children: [{ name: 'defaultvalue', children: [{ name: 'value', text: '0' }] }],
  }
  const rules = named.map(
    ({ identifier, asks, marks }): QtiElement => ({
      name: 'responsecondition',
      children: ratedOf(identifier, asks).map(({ test, fraction }, at) => ({
        name: at === 0 ? 'responseif' : 'responseelseif',
        children: [
          test,
          {
            name: 'setoutcomevalue',
            attributes: { identifier: 'SCORE' },
            children: [{ name: 'sum', children: [variable('SCORE'), base('float', String(fraction * marks))] }],
          },
        ],
      })),
    }),
  )
  return {
    kind: 'qti',
    version: '3.0',
    item: {
      name: 'assessmentitem',
      children: [
        ...declarations,
        score,
        { name: 'responseprocessing', children: rules.filter(({ children }) => children?.length) },
      ],
    },
    responses: Object.fromEntries(named.map(({ identifier, binding }) => [identifier, binding])),
    weight: 1,
  }
}
