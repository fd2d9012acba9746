import type { QtiElement } from '@sitwell/qti/element'
import type { QtiProcessing, ResponseBinding } from '../source/processing-marking.ts'

/** What marks a question, as rules of QTI; or why none say what its key does. */
export type CompiledRules = { readonly processing: QtiProcessing } | { readonly why: string }

export const base = (baseType: string, text: string | number): QtiElement => ({
  name: 'basevalue',
  attributes: { basetype: baseType },
  text: String(text),
})
export const variable = (identifier: string): QtiElement => ({ name: 'variable', attributes: { identifier } })
export const of = (name: string, children: readonly QtiElement[], attributes?: Record<string, string>): QtiElement => ({
  name,
  children,
  ...(attributes && { attributes }),
})
export const set = (value: QtiElement) => of('setoutcomevalue', [value], { identifier: 'SCORE' })
/** In full: thirds that were rounded would not come to the whole again. */
export const add = (points: number) => set(of('sum', [variable('SCORE'), base('float', points)]))
export const isNull = (response: string) => of('isnull', [variable(response)])
export const when = (test: QtiElement, ...rules: readonly QtiElement[]) =>
  of('responsecondition', [of('responseif', [test, ...rules])])
export const either = (test: QtiElement, rules: readonly QtiElement[], other: QtiElement, otherRules: readonly QtiElement[]) =>
  of('responsecondition', [of('responseif', [test, ...rules]), of('responseelseif', [other, ...otherRules])])
export const not = (test: QtiElement) => of('not', [test])
export const any = (tests: readonly QtiElement[]) => (tests.length === 1 && tests[0] ? tests[0] : of('or', tests))
export const all = (tests: readonly QtiElement[]) => (tests.length === 1 && tests[0] ? tests[0] : of('and', tests))
export const atLeast = (least: number) => set(of('max', [variable('SCORE'), base('float', least)]))
export const atMost = (most: number) => set(of('min', [variable('SCORE'), base('float', most)]))

export const response = (
  identifier: string,
  cardinality: string,
  baseType: string,
  correct: readonly string[],
): QtiElement => ({
  name: 'responsedeclaration',
  attributes: { identifier, cardinality, basetype: baseType },
  ...(correct.length > 0 && {
    children: [
      of(
        'correctresponse',
        correct.map((text): QtiElement => ({ name: 'value', text })),
      ),
    ],
  }),
})

const outcome = (identifier: string, value: number): QtiElement =>
  of('outcomedeclaration', [of('defaultvalue', [{ name: 'value', text: String(value) }])], {
    identifier,
    cardinality: 'single',
    basetype: 'float',
  })

export const compiled = (
  marks: number,
  declarations: readonly QtiElement[],
  rules: readonly QtiElement[],
  responses: Record<string, ResponseBinding>,
): QtiProcessing => ({
  kind: 'qti',
  version: '3.0',
  item: of('assessmentitem', [
    ...declarations,
    outcome('SCORE', 0),
    outcome('MAXSCORE', marks),
    of('responseprocessing', rules),
  ]),
  responses,
  weight: 1,
})
