import type { QtiElement } from '@sitwell/qti/element'
import { tidy } from '@sitwell/qti/score'
import type { QtiProcessing, ResponseBinding } from '@sitwell/question-types/marking'
import type { Layout } from './layout.ts'
import { type Change, plainText, type ScoreRules, type Test, type Wanted } from './score-rules.ts'

const base = (baseType: string, text: string): QtiElement => ({ name: 'basevalue', attributes: { basetype: baseType }, text })
const variable = (identifier: string): QtiElement => ({ name: 'variable', attributes: { identifier } })
const of = (name: string, children: readonly QtiElement[], attributes?: Record<string, string>): QtiElement => ({
  name,
  children,
  ...(attributes && { attributes }),
})
const truth = (value: boolean) => base('boolean', String(value))
const never = truth(false)
const all = (tests: readonly QtiElement[]) => (tests.length === 1 && tests[0] ? tests[0] : of('and', tests))
const any = (tests: readonly QtiElement[]) => (tests.length === 0 ? never : of('or', tests))

/** What is asked of nothing is false in QTI 1.2, where later editions leave it open. */
const given = (operand: QtiElement, test: QtiElement) => of('and', [of('not', [of('isnull', [operand])]), test])

/** A variable that holds what is in one place. */
interface Held {
  readonly operand: QtiElement
  readonly response: string
  readonly at: number
  readonly idOf: (id: string) => string | undefined
}

const held = (layout: Layout): Held[] => {
  if (layout.kind === 'blanks')
    return layout.blanks.map(({ response, at, ids }, index) => ({
      operand: variable(`R${index + 1}`),
      response,
      at,
      idOf: (id) => ids.get(id),
    }))
  if (layout.kind === 'order')
    return [...layout.ids].map((_, index) => ({
      operand: of('index', [variable('R1')], { n: String(index + 1) }),
      response: layout.response,
      at: index + 1,
      idOf: (id) => layout.ids.get(id),
    }))
  if (layout.kind === 'match' || layout.kind === 'pairs') return []
  return [
    {
      operand: variable('R1'),
      response: layout.response,
      at: 1,
      idOf: (id) => (layout.kind === 'choice' ? layout.ids.get(id) : undefined),
    },
  ]
}

/** The pair of ids that a choice of a row, or a pair of a response, is here. */
const pairOf = (layout: Layout, response: string, id: string): string | undefined => {
  if (layout.kind === 'match') {
    const [row, selection] = [layout.rows.get(response), layout.ids.get(response)?.get(id)]
    return row && selection && `${row} ${selection}`
  }
  if (layout.kind !== 'pairs') return undefined
  const [one = '', other = ''] = id.split(' ')
  const turned = layout.options.has(one) ? [one, other] : [other, one]
  const [option, selection] = [layout.options.get(turned[0] ?? ''), layout.selections.get(turned[1] ?? '')]
  return option && selection && `${option} ${selection}`
}

const fits = ({ operand, idOf }: Held, wanted: Wanted, isSeveral: boolean): QtiElement => {
  if (wanted.as === 'text')
    return given(
      operand,
      of('stringmatch', [operand, base('string', plainText(wanted.text))], { casesensitive: String(wanted.isExact) }),
    )
  if (wanted.as === 'number')
    return given(operand, of('equal', [operand, base('float', String(wanted.number))], { tolerancemode: 'exact' }))
  const id = idOf(wanted.id)
  if (id === undefined) return never
  return given(
    operand,
    isSeveral ? of('member', [base('identifier', id), operand]) : of('match', [operand, base('identifier', id)]),
  )
}

const testFor = (test: Test, layout: Layout): QtiElement => {
  if (test.is === 'all') return all(test.of.map((one) => testFor(one, layout)))
  if (test.is === 'any') return any(test.of.map((one) => testFor(one, layout)))
  if (test.is === 'not') return of('not', [testFor(test.of, layout)])
  if (test.is === 'other') return of('not', [variable('MET')])
  return test.is === 'never' ? never : testOfResponse(test, layout)
}

type ResponseTest = Extract<Test, { readonly response: string }>

const emptyTest = (response: string, layout: Layout): QtiElement => {
  if (layout.kind === 'pairs') return of('isnull', [variable('R1')])
  if (layout.kind === 'match')
    return of('not', [any([...(layout.ids.get(response)?.keys() ?? [])].map((id) => pairTest(layout, response, id)))])
  const places = held(layout).filter((one) => one.response === response)
  return all(places.map(({ operand }) => of('isnull', [operand])))
}

const testOfResponse = (test: ResponseTest, layout: Layout): QtiElement => {
  const places = held(layout).filter(({ response }) => response === test.response)
  const isSeveral = layout.kind === 'choice' && layout.isSeveral
  const isPaired = layout.kind === 'match' || layout.kind === 'pairs'
  switch (test.is) {
    case 'empty':
      return emptyTest(test.response, layout)
    case 'equal': {
      if (isPaired) return test.value.as === 'id' ? pairTest(layout, test.response, test.value.id) : never
      const asked = test.at === undefined ? places : places.filter(({ at }) => at === test.at)
      return any(asked.map((one) => fits(one, test.value, isSeveral)))
    }
    case 'exactly': {
      const size = base('integer', String(test.values.length))
      const right = test.values.map((value) => any(places.map((one) => fits(one, value, isSeveral))))
      return isSeveral
        ? all([of('equal', [of('containersize', [variable('R1')]), size], { tolerancemode: 'exact' }), ...right])
        : never
    }
    case 'holds': {
      const { value } = test
      if (value.as !== 'text') return never
      const attributes = { casesensitive: String(value.isExact) }
      return any(
        places.map(({ operand }) =>
          given(operand, of('substring', [base('string', plainText(value.text)), operand], attributes)),
        ),
      )
    }
    case 'compared':
      return any(places.map(({ operand }) => given(operand, of(test.by, [operand, base('float', String(test.than))]))))
  }
}

const pairTest = (layout: Layout, response: string, id: string): QtiElement => {
  const pair = pairOf(layout, response, id)
  return pair === undefined ? never : given(variable('R1'), of('member', [base('directedPair', pair), variable('R1')]))
}

const operators: Readonly<Record<Exclude<Change['action'], 'set'>, string>> = {
  add: 'sum',
  subtract: 'subtract',
  multiply: 'product',
  divide: 'divide',
}

const changeOf = ({ action, value }: Change, { least, most }: ScoreRules): QtiElement => {
  const number = base('float', String(value))
  const plain = action === 'set' ? number : of(operators[action], [variable('SCORE'), number])
  const above = least === undefined ? plain : of('max', [plain, base('float', String(least))])
  const within = most === undefined ? above : of('min', [above, base('float', String(most))])
  return of('setoutcomevalue', [within], { identifier: 'SCORE' })
}

const declared = (
  layout: Layout,
): { identifier: string; cardinality: string; baseType: string; binding: ResponseBinding }[] => {
  switch (layout.kind) {
    case 'choice':
      return [
        {
          identifier: 'R1',
          cardinality: layout.isSeveral ? 'multiple' : 'single',
          baseType: 'identifier',
          binding: { from: 'options' },
        },
      ]
    case 'typed':
      return [
        {
          identifier: 'R1',
          cardinality: 'single',
          baseType: layout.as === 'number' ? 'float' : 'string',
          binding: { from: 'part', part: 'part-1' },
        },
      ]
    case 'match':
    case 'pairs':
      return [
        { identifier: 'R1', cardinality: 'multiple', baseType: 'directedPair', binding: { from: 'pairs', isTurned: false } },
      ]
    case 'order':
      return [{ identifier: 'R1', cardinality: 'ordered', baseType: 'identifier', binding: { from: 'places' } }]
    case 'blanks':
      return layout.blanks.map(({ as }, at) => ({
        identifier: `R${at + 1}`,
        cardinality: 'single',
        baseType: { id: 'identifier', text: 'string', number: 'float' }[as],
        binding: { from: 'blank', blank: `V${at + 1}` },
      }))
  }
}

const outcome = (identifier: string, baseType: string, value: string): QtiElement =>
  of('outcomedeclaration', [of('defaultvalue', [{ name: 'value', text: value }])], {
    identifier,
    cardinality: 'single',
    basetype: baseType,
  })

/** The same rules, each of whose points is worth `weight`. */
const scaled = (rules: ScoreRules, weight: number): ScoreRules => {
  const points = (value: number) => tidy(value * weight)
  const isFactor = ({ action }: Change) => action === 'multiply' || action === 'divide'
  return {
    start: points(rules.start),
    least: rules.least === undefined ? undefined : points(rules.least),
    most: rules.most === undefined ? undefined : points(rules.most),
    rules: rules.rules.map((rule) => ({
      ...rule,
      changes: rule.changes.map((one) => (isFactor(one) ? one : { ...one, value: one.value * weight })),
    })),
  }
}

/** The value that the outcome FEEDBACK has among its own where an item's feedback is shown: the idents themselves may be anything. */
export const feedbackValues = ({ rules }: ScoreRules): ReadonlyMap<string, string> =>
  new Map([...new Set(rules.flatMap(({ feedback = [] }) => feedback))].map((ident, at) => [ident, `F${at + 1}`]))

const showing = (value: string | undefined): QtiElement[] =>
  value === undefined
    ? []
    : [of('setoutcomevalue', [of('multiple', [variable('FEEDBACK'), base('identifier', value)])], { identifier: 'FEEDBACK' })]

const ofFeedback: QtiElement = {
  name: 'outcomedeclaration',
  attributes: { identifier: 'FEEDBACK', cardinality: 'multiple', basetype: 'identifier' },
}

/**
 * Rules of QTI 1.2 as those of QTI 3 that mark the question; `weight` is what a point of theirs is worth. With `feedback` they also say what
 * is shown of an answer.
 */
export const processingOf = (written: ScoreRules, layout: Layout, weight: number, { feedback = false } = {}): QtiProcessing => {
  const values: ReadonlyMap<string, string> = feedback ? feedbackValues(written) : new Map()
  const rules = scaled(written, weight)
  const responses = declared(layout)
  const { least, most, start } = rules
  const begin = Math.min(most ?? Number.POSITIVE_INFINITY, Math.max(least ?? Number.NEGATIVE_INFINITY, start))
  const conditions = rules.rules.map(({ test, changes, goesOn, feedback: shown = [] }) =>
    of('responsecondition', [
      of('responseif', [
        testFor(test, layout),
        ...(test.is === 'other' ? [] : [of('setoutcomevalue', [truth(true)], { identifier: 'MET' })]),
        ...changes.map((one) => changeOf(one, rules)),
        ...shown.flatMap((ident) => showing(values.get(ident))),
        ...(goesOn ? [] : [{ name: 'exitresponse' }]),
      ]),
    ]),
  )
  return {
    kind: 'qti',
    version: '3.0',
    item: of('assessmentitem', [
      ...responses.map(({ identifier, cardinality, baseType }) => ({
        name: 'responsedeclaration',
        attributes: { identifier, cardinality, basetype: baseType },
      })),
      outcome('SCORE', 'float', String(begin)),
      outcome('MET', 'boolean', 'false'),
      ...(feedback ? [ofFeedback] : []),
      of('responseprocessing', conditions),
    ]),
    responses: Object.fromEntries(responses.map(({ identifier, binding }) => [identifier, binding])),
    weight: 1,
  }
}
