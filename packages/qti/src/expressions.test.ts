import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { declarationOf } from './declaration.ts'
import { evaluate } from './expression.ts'
import { ProcessingError } from './processing-error.ts'
import { State } from './state.ts'
import { readXml } from './testing/read-xml.ts'
import { scalarsOf, type Value } from './value.ts'

const variables = [
  '<responseDeclaration identifier="NONE" cardinality="single" baseType="string"/>',
  '<responseDeclaration identifier="WORD" cardinality="single" baseType="string"/>',
  '<responseDeclaration identifier="SET" cardinality="multiple" baseType="identifier"/>',
  '<responseDeclaration identifier="ROW" cardinality="ordered" baseType="identifier"/>',
  '<responseDeclaration identifier="POINT" cardinality="single" baseType="point"/>',
  '<responseDeclaration identifier="REC" cardinality="record"/>',
  '<templateDeclaration identifier="N" cardinality="single" baseType="integer"/>',
]
const stateWith = (chance = () => 0.5) => {
  const state = new State(
    variables.flatMap((one) => declarationOf(readXml(one), '2.1') ?? []),
    chance,
  )
  state.set('WORD', { cardinality: 'single', baseType: 'string', value: 'York' })
  state.set('SET', { cardinality: 'multiple', baseType: 'identifier', values: ['A', 'B', 'B'] })
  state.set('ROW', { cardinality: 'ordered', baseType: 'identifier', values: ['A', 'B', 'C'] })
  state.set('POINT', { cardinality: 'single', baseType: 'point', value: [10, 20] })
  state.set('N', { cardinality: 'single', baseType: 'integer', value: 2 })
  state.set('REC', {
    cardinality: 'record',
    fields: new Map([['floatValue', { cardinality: 'single', baseType: 'float', value: 9.81 }]]),
  })
  return state
}
const plain = (value: Value) => {
  if (value === null) return null
  return value.cardinality === 'single' ? value.value : value.cardinality === 'record' ? 'record' : scalarsOf(value)
}
/** The value of an expression in short: `f3.5`, `i4`, `sText`, `dA` (identifier), `T`, `F`, `NULL` represent base values. */
const base = (short: string): string => {
  if (short.startsWith('<')) return short
  if (short === 'NULL') return '<null/>'
  const types: Record<string, string> = {
    f: 'float',
    i: 'integer',
    s: 'string',
    d: 'identifier',
    t: 'duration',
    p: 'pair',
    q: 'directedPair',
  }
  if (short === 'T' || short === 'F') return `<baseValue baseType="boolean">${short === 'T'}</baseValue>`
  return `<baseValue baseType="${types[short.charAt(0)]}">${short.slice(1)}</baseValue>`
}
const written = (name: string, ...inside: string[]) => {
  const [element = '', ...attributes] = name.split(' ')
  return `<${[element, ...attributes].join(' ')}>${inside.map(base).join('')}</${element}>`
}
const value = (xml: string, chance?: () => number) => plain(evaluate(readXml(xml), stateWith(chance)))
const v = (identifier: string) => `<variable identifier="${identifier}"/>`

test.each<[string, string[], unknown]>([
  ['and', ['T', 'T'], true],
  ['and', ['T', 'NULL'], null],
  ['and', ['NULL', 'F'], false],
  ['or', ['F', 'NULL'], null],
  ['or', ['NULL', 'T'], true],
  ['not', ['NULL'], null],
  ['not', ['F'], true],
  ['anyN min="1" max="2"', ['T', 'NULL', 'F'], true],
  ['anyN min="2" max="2"', ['T', 'NULL', 'F'], null],
  ['anyN min="3" max="3"', ['T', 'NULL', 'F'], false],
  ['anyN min="0" max="1"', ['T', 'T', 'NULL'], false],
  ['anyN min="{N}" max="3"', ['T', 'T', 'F'], true],
  ['match', ['i1', 'i1'], true],
  ['match', ['i1', 'f1'], true],
  ['match', ['sA', 'dA'], true],
  ['match', ['sA', 'sa'], false],
  ['match', ['sA', 'NULL'], null],
  ['match', ['pA B', 'pB A'], true],
  ['match', ['qA B', 'qB A'], false],
  ['match', [v('SET'), written('multiple', 'dB', 'dA', 'dB')], true],
  ['match', [v('SET'), written('multiple', 'dB', 'dA')], false],
  ['match', [v('ROW'), written('ordered', 'dA', 'dB', 'dC')], true],
  ['match', [v('ROW'), written('ordered', 'dB', 'dA', 'dC')], false],
  ['equal toleranceMode="exact"', ['f3.14', 'f3.14'], true],
  ['equal toleranceMode="absolute" tolerance="0.02"', ['f9.81', 'f9.79'], true],
  ['equal toleranceMode="absolute" tolerance="0.02 0.5"', ['f9.81', 'f10.31'], true],
  ['equal toleranceMode="absolute" tolerance="0.02 0.5"', ['f9.81', 'f9.78'], false],
  ['equal toleranceMode="absolute" tolerance="1" includeLowerBound="false"', ['f10', 'f9'], false],
  ['equal toleranceMode="absolute" tolerance="1" includeUpperBound="false"', ['f10', 'f11'], false],
  ['equal toleranceMode="relative" tolerance="5"', ['f-200', 'f-210'], true],
  ['equal toleranceMode="relative" tolerance="5"', ['f200', 'f211'], false],
  ['equal toleranceMode="exact"', ['NULL', 'f1'], null],
  ['equalRounded roundingMode="significantFigures" figures="3"', ['f3.175', 'f3.183'], true],
  ['equalRounded roundingMode="significantFigures" figures="3"', ['f3.175', 'f3.1749'], false],
  ['equalRounded roundingMode="decimalPlaces" figures="2"', ['f1.68572', 'f1.69'], true],
  ['equalRounded roundingMode="decimalPlaces" figures="2"', ['f1.68572', 'f1.68432'], false],
  ['lt', ['f1', 'i2'], true],
  ['gte', ['i2', 'i2'], true],
  ['lte', ['NULL', 'i2'], null],
  ['gt', ['i2', 'i2'], false],
  ['durationLT', ['t3', 't5'], true],
  ['durationGTE', ['t5', 't5'], true],
  ['stringMatch caseSensitive="false"', ['sYORK', 'syork'], true],
  ['stringMatch caseSensitive="true"', ['sYORK', 'syork'], false],
  ['stringMatch', ['sYORK', 'syork'], false],
  ['stringMatch caseSensitive="false" substring="true"', ['sNew York', 'syork'], true],
  ['match', ['sdon’t', "sdon't"], true],
  ['match', ['s1914–18', 's1914-18'], true],
  ['match', ['sco\u00adop', 'scoop'], true],
  ['match', ['s10³', 's103'], false],
  ['match', ['ddon’t', "ddon't"], false],
  ['member', ['s“yes”', written('multiple', 'sno', 's"yes"')], true],
  ['stringMatch', ['sl’homme', "sl'homme"], true],
  ['stringMatch', ['sStraße', 'sSTRASSE'], false],
  ['stringMatch caseSensitive="false"', ['sStraße', 'sSTRASSE'], true],
  ['stringMatch caseSensitive="false"', ['sİzmir', 'sizmir'], true],
  ['stringMatch caseSensitive="false" substring="true"', ['sΟΔΥΣΣΕΥΣ', 'sσευς'], true],
  ['substring', ['sl’h', "sl'homme"], true],
  ['patternMatch pattern="l\'[a-z]+"', ['sl’homme'], true],
  ['patternMatch pattern="l’[a-z]+"', ["sl'homme"], true],
  ['patternMatch pattern="[^–]+"', ['s1914–18'], false],
  ['patternMatch pattern="[a-–]+"', ['sab'], true],
  ['patternMatch pattern="\\d+"', ['s10³'], false],
  ['substring caseSensitive="false"', ['sork', 'sNEW YORK'], true],
  ['substring', ['sork', 'sNEW YORK'], false],
  ['patternMatch pattern="[a-zA-Z]{4}"', [v('WORD')], true],
  ['patternMatch pattern="[a-z]*"', [v('WORD')], false],
  ['patternMatch pattern="Yor"', [v('WORD')], false],
  ['isNull', ['NULL'], true],
  ['isNull', ['s'], true],
  ['isNull', [v('NONE')], true],
  ['isNull', [v('WORD')], false],
  ['sum', ['i1', 'i2'], 3],
  ['sum', ['i1', 'NULL'], null],
  ['sum', [written('multiple', 'f1', 'f2'), 'f4'], 7],
  ['product', ['i2', 'f2.5'], 5],
  ['subtract', ['i2', 'i5'], -3],
  ['divide', ['i1', 'i0'], null],
  ['divide', ['i1', 'i4'], 0.25],
  ['power', ['f2', 'i-1'], 0.5],
  ['power', ['f-8', 'f0.5'], null],
  ['integerDivide', ['i-7', 'i2'], -4],
  ['integerModulus', ['i-7', 'i2'], 1],
  ['integerDivide', ['i7', 'i0'], null],
  ['truncate', ['f-6.8'], -6],
  ['round', ['f6.5'], 7],
  ['round', ['f-6.5'], -6],
  ['roundTo roundingMode="decimalPlaces" figures="2"', ['f1.005'], 1.01],
  ['roundTo roundingMode="significantFigures" figures="3"', ['f-1234.5'], -1230],
  ['roundTo roundingMode="significantFigures" figures="2"', ['f0.09951'], 0.1],
  ['integerToFloat', ['i3'], 3],
  ['max', ['i3', 'f3.5'], 3.5],
  ['min', [written('multiple', 'i3', 'i1')], 1],
  ['gcd', ['i12', 'i18', 'i-8'], 2],
  ['lcm', ['i4', 'i6'], 12],
  ['lcm', ['i4', 'i0'], 0],
  ['mathOperator name="sin"', ['f0'], 0],
  ['mathOperator name="atan2"', ['f0', 'f-1'], Math.PI],
  ['mathOperator name="ln"', ['f-1'], null],
  ['mathOperator name="floor"', ['f-1.5'], -2],
  ['mathOperator name="toDegrees"', ['<mathConstant name="pi"/>'], 180],
  ['statsOperator name="mean"', [written('multiple', 'f2', 'f4', 'f4', 'f4', 'f5', 'f5', 'f7', 'f9')], 5],
  ['statsOperator name="popSD"', [written('multiple', 'f2', 'f4', 'f4', 'f4', 'f5', 'f5', 'f7', 'f9')], 2],
  ['statsOperator name="sampleVariance"', [written('multiple', 'f1', 'f3')], 2],
  ['statsOperator name="sampleSD"', [written('multiple', 'f1')], null],
  ['multiple', ['dA', 'NULL', 'dB'], ['A', 'B']],
  ['multiple', ['NULL'], null],
  ['ordered', [v('ROW'), 'dD'], ['A', 'B', 'C', 'D']],
  ['containerSize', [v('SET')], 3],
  ['containerSize', ['NULL'], 0],
  ['index n="2"', [v('ROW')], 'B'],
  ['index n="4"', [v('ROW')], null],
  ['index n="{N}"', [v('ROW')], 'B'],
  ['fieldValue fieldIdentifier="floatValue"', [v('REC')], 9.81],
  ['fieldValue fieldIdentifier="other"', [v('REC')], null],
  ['member', ['dB', v('SET')], true],
  ['member', ['dD', v('SET')], false],
  ['delete', ['dB', v('SET')], ['A']],
  ['contains', [v('SET'), written('multiple', 'dB', 'dB')], true],
  ['contains', [v('SET'), written('multiple', 'dA', 'dA')], false],
  ['contains', [v('ROW'), written('ordered', 'dB', 'dC')], true],
  ['contains', [v('ROW'), written('ordered', 'dA', 'dC')], false],
  ['repeat numberRepeats="2"', ['i1', 'i2'], [1, 2, 1, 2]],
  ['inside shape="circle" coords="10,20,0"', [v('POINT')], true],
  ['inside shape="rect" coords="0,0,9,30"', [v('POINT')], false],
  ['inside shape="poly" coords="0,0,20,0,20,40,0,40"', [v('POINT')], true],
  ['inside shape="ellipse" coords="0,20,10,1"', [v('POINT')], true],
  ['inside shape="default" coords=""', [v('POINT')], true],
])('<%s> of %j is %j', (name, inside, expected) => {
  expect(value(written(name, ...inside))).toEqual(expected)
})

test('chance is the one that is given, and reaches both ends of what was asked for', () => {
  const whole = (chance: number) => value('<randomInteger min="2" max="11" step="3"/>', () => chance)
  expect([whole(0), whole(0.3), whole(0.9999)]).toEqual([2, 5, 11])
  expect(value('<randomFloat min="5.5" max="5.9"/>', () => 0.5)).toBeCloseTo(5.7)
  expect(value(written('random', v('ROW')), () => 0.99)).toBe('C')
})

describe('what can not be followed is refused with a word', () => {
  test.each([
    ['<customOperator class="com.example.Solve"/>', 'the custom operator "com.example.Solve"'],
    ['<variable identifier="GONE"/>', 'No variable "GONE"'],
    ['<frobnicate/>', '<frobnicate>'],
    [written('match', v('SET'), 'dA'), 'cardinality multiple'],
    [written('and', 'i1'), 'true or false'],
    [written('sum', 'sA'), 'number'],
    [written('not', 'T', 'F'), '2 expressions'],
    ['<baseValue baseType="integer">many</baseValue>', '"many" is no integer'],
    [written('repeat numberRepeats="1000000000"', 'i1'), 'times'],
    [written('patternMatch pattern="((("', 'sA'), 'not a pattern'],
    [written('mathOperator name="magic"', 'f1'), 'not a function'],
    [written('inside shape="rect" coords="1,2"', v('POINT')), 'not coordinates'],
    ['<numberCorrect/>', 'there is none'],
  ])('%s', (xml, message) => {
    expect(() => value(xml)).toThrow(ProcessingError)
    expect(() => value(xml)).toThrow(message)
  })
})

const truths = fc.constantFrom('T', 'F', 'NULL')
test('not of and is or of nots, with NULL among them', () => {
  fc.assert(
    fc.property(fc.array(truths, { minLength: 1, maxLength: 5 }), (all) => {
      const nots = all.map((one) => written('not', one))
      expect(value(written('not', written('and', ...all)))).toBe(value(written('or', ...nots)))
    }),
  )
})

test('anyN of 1 is or, of all is and', () => {
  fc.assert(
    fc.property(fc.array(truths, { minLength: 1, maxLength: 5 }), (all) => {
      expect(value(written(`anyN min="1" max="${all.length}"`, ...all))).toBe(value(written('or', ...all)))
      expect(value(written(`anyN min="${all.length}" max="${all.length}"`, ...all))).toBe(value(written('and', ...all)))
    }),
  )
})

test('a whole number is its divisor times the quotient and the rest', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -999, max: 999 }),
      fc.integer({ min: -50, max: 50 }).filter((one) => one !== 0),
      (one, by) => {
        const back = written(
          'sum',
          written('product', `i${by}`, written('integerDivide', `i${one}`, `i${by}`)),
          written('integerModulus', `i${one}`, `i${by}`),
        )
        expect(value(back)).toBe(one)
      },
    ),
  )
})

test('a container holds each of its parts, and has none of a value that was deleted', () => {
  const letters = fc.array(fc.constantFrom('dA', 'dB', 'dC'), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(letters, fc.nat(), (all, pick) => {
      const whole = written('multiple', ...all)
      const part = all.filter((_, at) => (pick >> at) % 2 === 1)
      if (part.length > 0) expect(value(written('contains', whole, written('multiple', ...part)))).toBe(true)
      expect(value(written('member', 'dA', written('delete', 'dA', whole))) ?? false).toBe(false)
    }),
  )
})

test('numbers that only binary fractions keep apart are the same, in every comparison', () => {
  const state = stateWith()
  const number = (value: number) => `<baseValue baseType="float">${value}</baseValue>`
  const sum = `<sum>${number(0.1)}${number(0.2)}</sum>`
  const is = (xml: string) => plain(evaluate(readXml(xml), state))
  for (const [name, expected] of Object.entries({ lt: false, gt: false, lte: true, gte: true, match: true }))
    for (const pair of [sum + number(0.3), number(0.3) + sum]) expect(is(`<${name}>${pair}</${name}>`), name).toBe(expected)
  expect(is(`<equal toleranceMode="exact">${sum}${number(0.3)}</equal>`)).toBe(true)
  expect(is(`<member>${number(0.3)}<multiple>${sum}</multiple></member>`)).toBe(true)
  expect(is(`<match>${number(0.3)}${number(0.3000001)}</match>`)).toBe(false)
  expect(is(`<lt>${number(1)}<baseValue baseType="float">INF</baseValue></lt>`)).toBe(true)
  expect(is(`<match>${number(1)}<baseValue baseType="float">INF</baseValue></match>`)).toBe(false)
})

test('whole numbers are the same only where each digit is', () => {
  const whole = (value: number) => `<baseValue baseType="integer">${value}</baseValue>`
  const [isbn, next] = [9_780_306_406_157, 9_780_306_406_158]
  for (const name of ['match', 'equal toleranceMode="exact"', 'equal toleranceMode="absolute" tolerance="0"', 'gte'])
    expect(value(written(name, whole(isbn), whole(next)))).toBe(false)
  expect(value(written('lt', whole(isbn), whole(next)))).toBe(true)
  expect(value(written('match', whole(isbn), `<baseValue baseType="float">${isbn}.0</baseValue>`))).toBe(true)
})
