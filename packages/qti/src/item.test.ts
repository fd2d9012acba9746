import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { declarationOf, type QtiVersion } from './declaration.ts'
import { childrenOf } from './element.ts'
import { type AfterAttempt, outcomesBefore, processAttempt, processResponses, readQtiItem, startItem } from './item.ts'
import { numberIn } from './score.ts'
import { readXml } from './testing/read-xml.ts'
import { asType, container, scalarIn, type Value } from './value.ts'

const template = (name: string, version = 'v2p1') =>
  `<responseProcessing template="http://www.imsglobal.org/question/qti_${version}/rptemplates/${name}"/>`
const score = '<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/>'
const declare = (type: string, inside: string, identifier = 'RESPONSE') => {
  const [cardinality, baseType] = type.split(' ')
  return `<responseDeclaration identifier="${identifier}" cardinality="${cardinality}" baseType="${baseType}">${inside}</responseDeclaration>`
}
const correct = (...values: string[]) =>
  `<correctResponse>${values.map((one) => `<value>${one}</value>`).join('')}</correctResponse>`
const mapping = (entries: Record<string, number>, attributes = '') =>
  `<mapping ${attributes}>${Object.entries(entries)
    .map(([key, worth]) => `<mapEntry mapKey="${key}" mappedValue="${worth}"/>`)
    .join('')}</mapping>`

/** The outcomes of an item for responses that are written as `A|B`; none for an empty text. */
const outcomesOf = (xml: string, given: Record<string, string>, version: QtiVersion = '2.1', chance?: () => number) => {
  const item = readQtiItem(readXml(`<assessmentItem>${xml}</assessmentItem>`), version)
  const responses = new Map<string, Value>()
  for (const { kind, identifier, cardinality, baseType = 'string' } of item.declarations) {
    const written = given[identifier] ?? ''
    if (kind !== 'response' || written === '') continue
    const values = written.split('|').map((one) => scalarIn(one, baseType))
    responses.set(identifier, asType(container('ordered', baseType, values), cardinality, baseType))
  }
  return processResponses(item, startItem(item, chance), responses)
}
const scoreOf = (xml: string, response: string, version?: QtiVersion) =>
  numberIn(outcomesOf(xml, { RESPONSE: response }, version).get('SCORE'))

test('a text as long as an answer may be is read as a number, or as none, in one go', () => {
  const digits = '1'.repeat(400_000)
  for (const type of ['float', 'integer', 'duration'] as const) {
    expect(() => scalarIn(`${digits}x`, type)).toThrow('is no')
    expect(() => scalarIn(`${digits}.${digits}.`, type)).toThrow('is no')
  }
  expect(() => scalarIn(`${digits}x 1`, 'point')).toThrow('is no')
  expect(['1', '1.', '.5', '-1.5e1', '+2'].map((text) => scalarIn(text, 'float'))).toEqual([1, 1, 0.5, -15, 2])
  expect(() => scalarIn('.', 'float')).toThrow('is no float')
})

describe('the standard’s templates', () => {
  test('match_correct gives 1 for the correct response alone, in any edition', () => {
    for (const [version, address] of [
      ['2.1', template('match_correct')],
      ['2.2', template('match_correct', 'v2p2')],
      ['3.0', template('match_correct.xml', 'v3p0')],
    ] as const) {
      const item = declare('multiple identifier', correct('A', 'C')) + score + address
      expect(['C|A', 'A', 'A|B|C', 'B', ''].map((one) => scoreOf(item, one, version))).toEqual([1, 0, 0, 0, 0])
    }
  })

  test('map_response adds up what is mapped within its bounds, each value once; nothing answered is 0', () => {
    const item = declare(
      'multiple identifier',
      mapping({ H: 1, O: 1, Cl: -1 }, 'lowerBound="0" upperBound="2" defaultValue="-2"'),
    )
    const all = item + score + template('map_response')
    expect(['H|O', 'H', 'H|Cl', 'H|N', 'Cl', 'H|H', ''].map((one) => scoreOf(all, one))).toEqual([2, 1, 0, 0, 0, 1, 0])
  })

  test('a mapping without bounds goes below 0, and its bounds hold for one value too', () => {
    const free = declare('multiple identifier', mapping({ A: 1, B: -2 })) + score + template('map_response')
    expect(['B', 'A|B', 'A'].map((one) => scoreOf(free, one))).toEqual([-2, -1, 1])
    const bounded = declare('single identifier', mapping({ A: 3, B: -3 }, 'lowerBound="-1" upperBound="2"'))
    expect(['A', 'B', 'C'].map((one) => scoreOf(bounded + score + template('map_response'), one))).toEqual([2, -1, 0])
  })

  test('capitals count in 2.1 where a mapping says nothing, and do not in 2.2 and 3.0', () => {
    const item = declare('single string', mapping({ York: 1, york: 0.5 })) + score + template('map_response')
    expect((['2.1', '2.2', '3.0'] as const).map((version) => scoreOf(item, 'YORK', version))).toEqual([0, 1, 1])
    expect(scoreOf(item, 'york', '3.0')).toBe(0.5)
  })

  test('numbers are mapped each by itself', () => {
    const item = declare('single integer', mapping({ 14: 0.25, 15: 0.5, 16: 1, 17: 0.5 })) + score + template('map_response')
    expect(['14', '15', '16', '17', '18'].map((one) => scoreOf(item, one))).toEqual([0.25, 0.5, 1, 0.5, 0])
  })

  test('pairs count in either direction, directed pairs in theirs alone', () => {
    const marks = (type: string, given: string) =>
      scoreOf(declare(`multiple ${type}`, mapping({ 'A P': 2, 'C M': 1 })) + score + template('map_response'), given)
    expect([marks('pair', 'P A|C M'), marks('directedPair', 'P A|C M')]).toEqual([3, 1])
  })

  test('map_response_point gives each area once, and its default for points in none', () => {
    const areas =
      '<areaMapping defaultValue="-1"><areaMapEntry shape="circle" coords="10,10,5" mappedValue="1"/><areaMapEntry shape="rect" coords="20,0,30,30" mappedValue="0.5"/></areaMapping>'
    const item = declare('multiple point', areas) + score + template('map_response_point')
    expect(['10 10', '10 10|12 12', '10 15|20 30', '50 50', ''].map((one) => scoreOf(item, one))).toEqual([1, 1, 1.5, -1, 0])
  })

  test('those of Common Cartridge give MAXSCORE, and tell what was right', () => {
    const most =
      '<outcomeDeclaration identifier="MAXSCORE" cardinality="single" baseType="float"><defaultValue><value>4</value></defaultValue></outcomeDeclaration>'
    const item = declare('single identifier', correct('A')) + score + most + template('CC2_match_basic.xml', 'v3p0')
    const outcomes = outcomesOf(item, { RESPONSE: 'A' })
    expect([outcomes.get('SCORE'), outcomes.get('FEEDBACKBASIC')]).toMatchObject([{ value: 4 }, { value: 'correct' }])
    expect(scoreOf(item, 'B')).toBe(0)
  })
})

test('conditions take the first branch that is true; NULL is not true; the exit ends all of it', () => {
  const set = (worth: string) =>
    `<setOutcomeValue identifier="SCORE"><baseValue baseType="float">${worth}</baseValue></setOutcomeValue>`
  const is = (value: string) =>
    `<match><variable identifier="RESPONSE"/><baseValue baseType="identifier">${value}</baseValue></match>`
  const item =
    declare('single identifier', '') +
    score +
    `<responseProcessing><responseCondition><responseIf>${is('A')}${set('1')}<exitResponse/></responseIf><responseElseIf>${is('B')}<responseProcessingFragment>${set('0.5')}</responseProcessingFragment></responseElseIf><responseElse>${set('-1')}</responseElse></responseCondition><setOutcomeValue identifier="SCORE"><sum><variable identifier="SCORE"/><baseValue baseType="float">10</baseValue></sum></setOutcomeValue></responseProcessing>`
  expect(['A', 'B', 'C', ''].map((one) => scoreOf(item, one))).toEqual([1, 10.5, 9, 9])
})

test('tables turn a number into a value: by itself, or by the range that it lies in', () => {
  const raw = '<outcomeDeclaration identifier="RAW" cardinality="single" baseType="integer"/>'
  const look = (table: string) =>
    `${declare('single integer', '')}${raw}<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float">${table}</outcomeDeclaration><responseProcessing><setOutcomeValue identifier="RAW"><variable identifier="RESPONSE"/></setOutcomeValue><lookupOutcomeValue identifier="SCORE"><variable identifier="RAW"/></lookupOutcomeValue></responseProcessing>`
  const match = look('<matchTable defaultValue="-1"><matchTableEntry sourceValue="1" targetValue="0.5"/></matchTable>')
  expect(['1', '2'].map((one) => scoreOf(match, one))).toEqual([0.5, -1])
  const ranges = look(
    '<interpolationTable defaultValue="0"><interpolationTableEntry sourceValue="8" targetValue="2" includeBoundary="false"/><interpolationTableEntry sourceValue="5" targetValue="1"/></interpolationTable>',
  )
  expect(['9', '8', '5', '4'].map((one) => scoreOf(ranges, one))).toEqual([2, 1, 1, 0])
})

test('a template draws its variables from the given chance until they hold, and sets what is correct', () => {
  const drawn = [0.1, 0.1, 0.2, 0.9]
  const variables = ['X', 'Y']
    .map((one) => `<templateDeclaration identifier="${one}" cardinality="single" baseType="integer"/>`)
    .join('')
  const random = (one: string) => `<setTemplateValue identifier="${one}"><randomInteger min="0" max="9"/></setTemplateValue>`
  const item = `${declare('single integer', '')}${score}${variables}<templateProcessing>${random('X')}${random('Y')}<templateConstraint><not><match><variable identifier="X"/><variable identifier="Y"/></match></not></templateConstraint><setCorrectResponse identifier="RESPONSE"><sum><variable identifier="X"/><variable identifier="Y"/></sum></setCorrectResponse></templateProcessing>${template('match_correct')}`
  const chance = () => {
    let at = 0
    return () => drawn[at++] ?? 0
  }
  const marks = (given: string) => numberIn(outcomesOf(item, { RESPONSE: given }, '2.1', chance()).get('SCORE'))
  expect([marks('11'), marks('2')]).toEqual([1, 0])
})

test('what no answer might ever reach is refused when the item is read', () => {
  const never =
    '<responseCondition><responseIf><baseValue baseType="boolean">false</baseValue><setOutcomeValue identifier="SCORE"><customOperator class="org.example.Mark"/></setOutcomeValue></responseIf></responseCondition>'
  const read = (xml: string) => () => readQtiItem(readXml(`<assessmentItem>${xml}</assessmentItem>`), '2.1')
  expect(read(`${score}<responseProcessing>${never}</responseProcessing>`)).toThrow('org.example.Mark')
  expect(read(`${score}<responseProcessing template="http://example.org/own"/>`)).toThrow('"http://example.org/own"')
  expect(read(score + score)).toThrow('declared twice')
  expect(read(`${score}<responseProcessing><match/></responseProcessing>`)).toThrow('<match>')
})

test('a mapping gives the sum of what was chosen within its bounds, in whatever order it was chosen', () => {
  const worth = fc.integer({ min: -8, max: 8 }).map((eighths) => eighths / 8)
  const bounds = fc.record({ least: fc.option(worth), most: fc.option(worth) })
  fc.assert(
    fc.property(
      fc.array(worth, { minLength: 4, maxLength: 4 }),
      bounds,
      fc.uniqueArray(fc.nat(4), { minLength: 1 }),
      (worths, { least, most }, picks) => {
        fc.pre(least === null || most === null || least <= most)
        const ids = picks.map((pick) => 'ABCDE'.charAt(pick))
        const attributes = [
          `defaultValue="0.5"`,
          least === null ? '' : `lowerBound="${least}"`,
          most === null ? '' : `upperBound="${most}"`,
        ]
        const entries = Object.fromEntries(worths.map((one, at) => ['ABCD'.charAt(at), one]))
        const item = declare('multiple identifier', mapping(entries, attributes.join(' '))) + score + template('map_response')
        const sum = picks.reduce((total, pick) => total + (worths[pick] ?? 0.5), 0)
        const expected = Math.min(most ?? Infinity, Math.max(least ?? -Infinity, sum))
        expect(scoreOf(item, ids.join('|'))).toBe(expected + 0)
        expect(scoreOf(item, [...ids].reverse().join('|'))).toBe(expected + 0)
      },
    ),
  )
})

test('a declaration of a record has its fields', () => {
  const [found] = childrenOf(
    readXml(
      '<x><responseDeclaration identifier="R" cardinality="record"><correctResponse><value fieldIdentifier="a" baseType="integer">3</value></correctResponse></responseDeclaration></x>',
    ),
  ).flatMap((one) => declarationOf(one, '2.1') ?? [])
  expect(found?.correct).toEqual({
    cardinality: 'record',
    fields: new Map([['a', { cardinality: 'single', baseType: 'integer', value: 3 }]]),
  })
})

test('what repeats in a repeat is given up, and not worked on for days', () => {
  const nested = `${'<repeat numberRepeats="1000">'.repeat(5)}<null/>${'</repeat>'.repeat(5)}`
  const item = `${declare('single identifier', '')}${score}<responseProcessing><setOutcomeValue identifier="SCORE">${nested}</setOutcomeValue></responseProcessing>`
  expect(() => scoreOf(item, 'A')).toThrow('takes longer')
})

test('a letter with an accent is the same as one character and as two', () => {
  const item = declare('single string', mapping({ 'cafe\u0301': 1 })) + score + template('map_response')
  expect([scoreOf(item, 'caf\u00e9'), scoreOf(item, 'cafe')]).toEqual([1, 0])
  const fits = `<responseProcessing><responseCondition><responseIf><patternMatch pattern="cafe\u0301s?"><variable identifier="RESPONSE"/></patternMatch><setOutcomeValue identifier="SCORE"><baseValue baseType="float">1</baseValue></setOutcomeValue></responseIf></responseCondition></responseProcessing>`
  expect(scoreOf(declare('single string', '') + score + fits, 'caf\u00e9')).toBe(1)
})

test('a mapping has the worth of a text in whatever characters it is typed, and of its own spelling first', () => {
  const item =
    declare('single string', mapping({ "don't": 1, Straße: 0.5 }, 'defaultValue="0"')) + score + template('map_response')
  expect(['don’t', 'DON’T', 'STRASSE', 'Strase'].map((text) => scoreOf(item, text))).toEqual([1, 0, 0, 0])
  const two = declare('single string', mapping({ "don't": 1, 'don’t': 0.25 })) + score + template('map_response')
  expect([scoreOf(two, "don't"), scoreOf(two, 'don’t')]).toEqual([1, 0.25])
})

test('an item that gives marks for being quick is not marked as if nobody took any time', () => {
  const quick =
    '<responseProcessing><responseCondition><responseIf><durationLT><variable identifier="duration"/><baseValue baseType="duration">30</baseValue></durationLT><setOutcomeValue identifier="SCORE"><baseValue baseType="float">1</baseValue></setOutcomeValue></responseIf></responseCondition></responseProcessing>'
  expect(() => scoreOf(declare('single identifier', '') + score + quick, 'A')).toThrow('how long')
})

describe('attempts at an item', () => {
  const counting = `${declare('single identifier', correct('A'))}${score}<outcomeDeclaration identifier="TRIES" cardinality="single" baseType="integer"/>
    <responseProcessing>
      <setOutcomeValue identifier="SCORE"><sum><variable identifier="SCORE"/><baseValue baseType="float">1</baseValue></sum></setOutcomeValue>
      <setOutcomeValue identifier="TRIES"><variable identifier="numAttempts"/></setOutcomeValue>
      <responseCondition><responseIf><match><variable identifier="RESPONSE"/><correct identifier="RESPONSE"/></match>
        <setOutcomeValue identifier="completionStatus"><baseValue baseType="identifier">completed</baseValue></setOutcomeValue></responseIf>
      </responseCondition>
    </responseProcessing>`
  const item = readQtiItem(readXml(`<assessmentItem>${counting}</assessmentItem>`), '2.1')
  const made = (number: number, response: string, before?: AfterAttempt) =>
    processAttempt(item, startItem(item), { number, responses: new Map([['RESPONSE', scalarOf(response)]]), before })
  const scalarOf = (written: string) => asType(container('ordered', 'identifier', [written]), 'single', 'identifier')
  const told = ({ outcomes, completionStatus }: AfterAttempt) => [
    numberIn(outcomes.get('SCORE')),
    numberIn(outcomes.get('TRIES')),
    completionStatus,
  ]

  test('go on from the outcomes of the one before, where they are given, and else begin anew', () => {
    const first = made(1, 'B')
    expect(told(first)).toEqual([1, 1, 'unknown'])
    expect(told(made(2, 'B', first))).toEqual([2, 2, 'unknown'])
    expect(told(made(2, 'B'))).toEqual([1, 2, 'unknown'])
    expect(told(made(2, 'A', first))).toEqual([2, 2, 'completed'])
  })

  test('that nobody made leave the outcomes as they are declared', () => {
    expect(numberIn(outcomesBefore(startItem(item)).get('SCORE'))).toBe(0)
  })
})
