import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { childrenOf, type QtiElement } from './element.ts'
import { processResponses, readQtiItem, startItem } from './item.ts'
import { printedText } from './printed.ts'
import { numberIn } from './score.ts'
import type { State } from './state.ts'
import { correctSetIn, drawTemplate, heldItem, isShown, undrawn } from './template.ts'
import { readXml } from './testing/read-xml.ts'
import { integer, single } from './value.ts'

/** Numbers as a generator of chance gives them: from a seed, the same each time. */
const chanceFrom = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const declare = (kind: string, identifier: string, baseType: string, cardinality = 'single', inside = '') =>
  `<${kind}Declaration identifier="${identifier}" cardinality="${cardinality}" baseType="${baseType}">${inside}</${kind}Declaration>`
const draws = (inside: string) => `<templateProcessing>${inside}</templateProcessing>`
const set = (identifier: string, value: string) => `<setTemplateValue identifier="${identifier}">${value}</setTemplateValue>`
const variable = (identifier: string) => `<variable identifier="${identifier}"/>`
const base = (baseType: string, value: string) => `<baseValue baseType="${baseType}">${value}</baseValue>`
const treeOf = (xml: string) => readXml(`<assessmentItem>${xml}</assessmentItem>`)
const itemOf = (xml: string) => readQtiItem(treeOf(xml), '2.1')

const sum = [
  declare('response', 'RESPONSE', 'integer'),
  declare('outcome', 'SCORE', 'float'),
  declare('template', 'A', 'integer'),
  declare('template', 'B', 'integer'),
  draws(
    set('A', '<randomInteger min="2" max="9"/>') +
      set('B', '<randomInteger min="A" max="20"/>') +
      `<setCorrectResponse identifier="RESPONSE"><sum>${variable('A')}${variable('B')}</sum></setCorrectResponse>`,
  ),
  '<responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"/>',
].join('')

const numbersOf = (state: State, ...names: string[]) => names.map((name) => numberIn(state.value(name)))

describe('what a template draws', () => {
  test('is the same for the same chance, and no value lies outside of its bounds', () => {
    const bounds = fc.record({ least: fc.integer({ min: -1000, max: 1000 }), span: fc.integer({ min: 0, max: 500 }) })
    fc.assert(
      fc.property(fc.nat(), bounds, fc.integer({ min: 1, max: 50 }), (seed, { least, span }, step) => {
        const most = least + span
        const item = itemOf(
          declare('template', 'I', 'integer') +
            declare('template', 'F', 'float') +
            declare('template', 'L', 'identifier') +
            draws(
              set('I', `<randomInteger min="${least}" max="${most}" step="${step}"/>`) +
                set('F', `<randomFloat min="${least / 7}" max="${most / 7}"/>`) +
                set(
                  'L',
                  `<random><multiple>${['a', 'b', 'c'].map((one) => base('identifier', one)).join('')}</multiple></random>`,
                ),
            ),
        )
        const [first, again] = [startItem(item, chanceFrom(seed)), startItem(item, chanceFrom(seed))]
        expect(again.values('template')).toEqual(first.values('template'))
        const [whole = Number.NaN, part = Number.NaN] = numbersOf(first, 'I', 'F')
        expect(whole >= least && whole <= most && (whole - least) % step === 0).toBe(true)
        // A score is told to nine places.
        expect(part >= least / 7 - 1e-9 && part <= most / 7 + 1e-9).toBe(true)
        const drawn = first.value('F')
        const exact = drawn?.cardinality === 'single' ? Number(drawn.value) : Number.NaN
        expect(exact >= least / 7 && exact <= most / 7).toBe(true)
        expect(['a', 'b', 'c']).toContain(printedText({ name: 'printedvariable', attributes: { identifier: 'L' } }, first))
      }),
    )
  })

  test('comes to every value that it may have, by and by', () => {
    const item = itemOf(sum)
    const drawn = Array.from({ length: 400 }, (_, seed) => numbersOf(startItem(item, chanceFrom(seed * 7919)), 'A', 'B'))
    expect(new Set(drawn.map(([a]) => a))).toEqual(new Set([2, 3, 4, 5, 6, 7, 8, 9]))
    expect(drawn.every(([a = 0, b = 0]) => b >= a && b <= 20)).toBe(true)
  })

  test('follows its conditions, and nothing behind an exit is done', () => {
    const branch = (name: string, at: string, to: string) =>
      `<template${name}><match>${variable('A')}${base('integer', at)}</match>${set('B', base('integer', to))}</template${name}>`
    const item = itemOf(
      declare('template', 'A', 'integer') +
        declare('template', 'B', 'integer') +
        draws(
          set('A', '<randomInteger min="1" max="3"/>') +
            `<templateCondition>${branch('If', '1', '10')}${branch('ElseIf', '2', '20')}<templateElse>${set('B', base('integer', '30'))}<exitTemplate/></templateElse></templateCondition>` +
            set('B', `<sum>${variable('B')}${base('integer', '1')}</sum>`),
        ),
    )
    const seen = new Set(
      Array.from({ length: 60 }, (_, seed) => numbersOf(startItem(item, chanceFrom(seed * 7919)), 'A', 'B').join(' ')),
    )
    expect(seen).toEqual(new Set(['1 11', '2 21', '3 30']))
  })

  test('is drawn until its constraints hold; where they never do it has what was declared', () => {
    const constrained = (constraint: string) =>
      itemOf(
        declare('template', 'A', 'integer', 'single', '<defaultValue><value>7</value></defaultValue>') +
          draws(`${set('A', '<randomInteger min="1" max="6"/>')}<templateConstraint>${constraint}</templateConstraint>`),
      )
    const even = constrained(
      `<equal toleranceMode="exact"><integerModulus>${variable('A')}${base('integer', '2')}</integerModulus>${base('integer', '0')}</equal>`,
    )
    const drawn = Array.from({ length: 40 }, (_, seed) => numbersOf(startItem(even, chanceFrom(seed * 7919)), 'A')[0])
    expect(new Set(drawn)).toEqual(new Set([2, 4, 6]))
    let asked = 0
    const never = startItem(constrained(`<gt>${variable('A')}${base('integer', '6')}</gt>`), () => {
      asked += 1
      return 0.5
    })
    expect([numbersOf(never, 'A')[0], asked]).toEqual([7, 100])
  })

  test('that takes longer than any item is given up at once, however often a constraint would have it tried', () => {
    let asked = 0
    const counted = () => {
      asked += 1
      return 0.5
    }
    const long = itemOf(
      declare('template', 'A', 'integer') +
        declare('template', 'L', 'integer', 'multiple') +
        draws(
          `${set('L', '<multiple><repeat numberRepeats="900"><randomInteger min="1" max="6"/></repeat></multiple>')}<templateConstraint><isNull>${variable('L')}</isNull></templateConstraint>`,
        ),
    )
    expect(drawTemplate(long, counted, (state) => state)).toBeUndefined()
    // A hundred tries of it would ask 90,000 times, and twenty draws of those 1.8 million.
    expect(asked).toBeLessThan(80_000)
  })

  test('that comes to nothing is drawn again, and is given up in the end', () => {
    const odd = itemOf(
      declare('template', 'A', 'integer') +
        declare('template', 'B', 'integer') +
        draws(set('A', '<randomInteger min="1" max="10"/>') + set('B', '<randomInteger min="A" max="3"/>')),
    )
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const drawn = drawTemplate(odd, chanceFrom(seed), (state) => state)
        // All of twenty draws fail one time in a thousand.
        const [a, b] = numbersOf(drawn ?? undrawn(odd), 'A', 'B')
        expect(drawn ? a !== undefined && b !== undefined && a <= b && b <= 3 : a === undefined).toBe(true)
      }),
    )
    expect(drawTemplate(odd, chanceFrom(1), () => undefined)).toBeUndefined()
  })
})

describe('an item with what was drawn of it', () => {
  test('is marked by the right answer that was drawn, with nothing left to draw', () => {
    const tree = treeOf(sum)
    const item = itemOf(sum)
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 0, max: 40 }), (seed, given) => {
        const state = startItem(item, chanceFrom(seed))
        const [a = 0, b = 0] = numbersOf(state, 'A', 'B')
        const held = heldItem(tree, item, state)
        expect(childrenOf(held).map(({ name }) => name)).not.toContain('templateprocessing')
        const read = readQtiItem(held, '2.1')
        const score = (value: number) =>
          numberIn(processResponses(read, startItem(read), new Map([['RESPONSE', integer(value)]])).get('SCORE'))
        expect([score(a + b), score(given)]).toEqual([1, given === a + b ? 1 : 0])
      }),
    )
  })

  test('has values of every type as they were drawn', () => {
    const record = single('string', 'red')
    const declarations =
      declare('template', 'F', 'float') +
      declare('template', 'P', 'point') +
      declare('template', 'O', 'directedPair', 'ordered') +
      declare('template', 'T', 'boolean') +
      '<templateDeclaration identifier="R" cardinality="record"/>' +
      declare('outcome', 'SCORE', 'float')
    const item = itemOf(declarations)
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.boolean(), (number, flag) => {
        const state = startItem(item)
        state.set('F', single('float', number))
        state.set('P', single('point', [3, -4]))
        state.set('O', {
          cardinality: 'ordered',
          baseType: 'directedPair',
          values: [
            ['A', 'B'],
            ['C', 'D'],
          ],
        })
        state.set('T', single('boolean', flag))
        state.set('R', { cardinality: 'record', fields: new Map([['colour', record]]) })
        state.setDefault('SCORE', single('float', 2))
        const again = startItem(readQtiItem(heldItem(treeOf(declarations), item, state), '2.1'))
        const normal = (value: unknown) =>
          JSON.stringify(value, (_, one) =>
            Object.is(one, -0) ? 0 : one === Infinity || one === -Infinity ? String(one) : one instanceof Map ? [...one] : one,
          )
        for (const name of ['F', 'P', 'O', 'T', 'R']) expect(normal(again.value(name))).toBe(normal(state.value(name)))
        expect(again.byDefault('SCORE')).toEqual(single('float', 2))
      }),
    )
  })

  test('names the responses whose right answer a template sets, however deep', () => {
    const rules = childrenOf(treeOf(sum)).find(({ name }) => name === 'templateprocessing')
    const deep: QtiElement = { name: 'templatecondition', children: [{ name: 'templateif', children: rules?.children ?? [] }] }
    expect([...correctSetIn([deep])]).toEqual(['RESPONSE'])
    expect(correctSetIn(rules?.children?.slice(0, 2) ?? [])).toEqual(new Set())
  })
})

test('a part of the content is shown where its variable holds its identifier, or where it does not and says hide', () => {
  const item = itemOf(declare('template', 'ONE', 'identifier') + declare('template', 'MANY', 'identifier', 'multiple'))
  const state = startItem(item)
  const shown = (templateidentifier: string, identifier: string, showhide?: string) =>
    isShown({ name: 'templateinline', attributes: { templateidentifier, identifier, ...(showhide && { showhide }) } }, state)
  expect([shown('ONE', 'a'), shown('ONE', 'a', 'hide'), shown('MANY', 'a', 'show')]).toEqual([false, true, false])
  state.set('ONE', single('identifier', 'a'))
  state.set('MANY', { cardinality: 'multiple', baseType: 'identifier', values: ['b', 'a'] })
  expect([
    shown('ONE', 'a'),
    shown('ONE', 'b'),
    shown('ONE', 'a', 'hide'),
    shown('MANY', 'a'),
    shown('MANY', 'c', 'hide'),
  ]).toEqual([true, false, false, true, true])
})
