import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AuthoredQuestion } from '@sitwell/question-types/marking'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { choices12, equal12, item12, rule12, test12, text12 } from '../../testing/qti1-item.ts'
import { at, inBlanks, read, typed } from '../../testing/read-bank.ts'
import { choiceNamed, namingOf } from './choice-names.ts'
import type { Label } from './presentation.ts'

/** A list as ILIAS writes it: a response of text whose choices are numbered. */
const gap = (ident: string, words: readonly string[], element = 'response_str') =>
  `<${element} ident="${ident}" rcardinality="Single"><render_choice shuffle="No">${words.map((one, n) => `<response_label ident="${n}">${text12(one)}</response_label>`).join('')}</render_choice></${element}>`
const points = (ident: string, values: Readonly<Record<string, number>>) =>
  Object.entries(values)
    .map(([value, point]) => rule12(equal12(ident, value), `Add ${point}`, 'continue="Yes"'))
    .join('')
const inSentence = (...inside: string[]) => `<flow>${inside.join('')}</flow>`
/** An item with fields of metadata as ILIAS has them, and no bounds of its score. */
const ilias = (presentation: string, rules: string, fields: Readonly<Record<string, string>> = {}) =>
  `<item ident="i" title="Gaps"><itemmetadata><qtimetadata>${Object.entries(fields)
    .map(
      ([label, entry]) =>
        `<qtimetadatafield><fieldlabel>${label}</fieldlabel><fieldentry>${entry}</fieldentry></qtimetadatafield>`,
    )
    .join(
      '',
    )}</qtimetadata></itemmetadata><presentation>${presentation}</presentation><resprocessing><outcomes><decvar/></outcomes>${rules}</resprocessing></item>`
const field = (ident: string, more = '') =>
  `<response_num ident="${ident}" numtype="Decimal" rcardinality="Single"><render_fib fibtype="Decimal" ${more}/></response_num>`
const words = (ident: string) =>
  `<response_str ident="${ident}" rcardinality="Single"><render_fib fibtype="String"/></response_str>`
const marksLost = (leftOut: readonly { readonly loss?: string | undefined; readonly why: string }[] = []) =>
  leftOut.flatMap(({ loss, why }) => (loss === 'marks' ? [why] : []))
const listsOf = (question: AuthoredQuestion) =>
  question.type === 'BLANKS' ? question.variableOptions?.map(({ options }) => options.map(({ text }) => text)) : undefined

test('a response of text that shows choices is a list in its sentence, and each choice earns what its rule gives for its words', async () => {
  const { all, leftOut } = await read(
    'set.xml',
    test12(
      ilias(
        inSentence(
          text12('Norway has a'),
          gap('gap_0', ['harbour', 'desert', 'jungle']),
          text12('and Chad has a'),
          gap('gap_1', ['harbour', 'desert']),
          text12('.'),
        ),
        points('gap_0', { harbour: 2, desert: 0, jungle: -1 }) + points('gap_1', { harbour: 0, desert: 1 }),
      ),
      ilias(
        inSentence(text12('It has'), gap('gap_0', ['four', 'six'], 'response_num'), text12('legs.')),
        points('gap_0', { six: 1 }),
      ),
      item12(
        text12('By ident') + choices12('R', 'Single', ['A', 'B']).replaceAll('response_lid', 'response_str'),
        rule12(equal12('R', 'b'), 'Set 100'),
      ),
    ),
  )
  expect(all.map(({ type, marks }) => [type, marks])).toEqual([
    ['BLANKS', 3],
    ['BLANKS', 1],
    ['BLANKS', 100],
  ])
  expect(all.map(listsOf)).toEqual([
    [
      ['harbour', 'desert', 'jungle'],
      ['harbour', 'desert'],
    ],
    [['four', 'six']],
    [['A', 'B']],
  ])
  expect(at(all, 0).text).toContain('Norway has a [V1] and Chad has a [V2] .')
  expect(['harbour|desert', 'desert|desert', 'jungle|desert', 'harbour|', '|'].map((one) => inBlanks(at(all, 0), one))).toEqual(
    [3, 1, 0, 2, 0],
  )
  expect(['six', 'four'].map((one) => inBlanks(at(all, 1), one))).toEqual([1, 0])
  expect(['B', 'A'].map((one) => inBlanks(at(all, 2), one))).toEqual([100, 0])
  expect(marksLost(leftOut)).toEqual([])
})

test('a key that is the ident of one choice and the words of another waits for a person; one that names no choice is noted', async () => {
  const { all, leftOut } = await read(
    'set.xml',
    test12(
      ilias(inSentence(text12('Twice one is'), gap('gap_0', ['1', '2', '0'])), points('gap_0', { 1: 0, 2: 1, 0: 0 })),
      ilias(inSentence(text12('It is'), gap('gap_0', ['red', 'green'])), points('gap_0', { red: 1, blue: 2 })),
      // All choices have the idents that their words are.
      ilias(inSentence(text12('It is'), gap('gap_0', ['0', '1'])), points('gap_0', { 1: 1 })),
    ),
  )
  expect(all.map(({ processing }) => processing?.kind)).toEqual(['person', 'qti', 'qti'])
  expect(marksLost(leftOut)).toEqual([expect.stringContaining('the idents of its choices, or their words')])
  expect(leftOut?.map(({ why }) => why)).toContain('"blue" is none of its choices: that rule never holds.')
  expect(['red', 'green'].map((one) => inBlanks(at(all, 1), one))).toEqual([1, 0])
  expect(['0', '1'].map((one) => inBlanks(at(all, 2), one))).toEqual([0, 1])
})

test('a number counts within the bounds of its field; bounds that can be numbers of answers wait for a person', async () => {
  const { all, leftOut } = await read(
    'set.xml',
    test12(
      ilias(inSentence(text12('Fjords:'), field('gap_0', 'minnumber="1" maxnumber="3"')), points('gap_0', { 2: 1 })),
      ilias(inSentence(text12('Above:'), field('gap_0', 'maxnumber="9"')), points('gap_0', { 7.5: 1 })),
      ilias(inSentence(text12('Share:'), field('gap_0', 'minnumber="0" maxnumber="1"')), points('gap_0', { 0.5: 1 })),
      // The standard's own use: one answer is asked for.
      ilias(inSentence(text12('One:'), field('gap_0', 'minnumber="1" maxnumber="1"')), points('gap_0', { 42: 1 })),
    ),
  )
  expect(['2', '1', '3', '1.5', '0.99', '3.01'].map((one) => typed(at(all, 0), one))).toEqual([1, 1, 1, 1, 0, 0])
  expect(['7.5', '9', '7.4', '9.1'].map((one) => typed(at(all, 1), one))).toEqual([1, 1, 0, 0])
  expect(at(all, 2).processing).toEqual({ kind: 'person' })
  expect(['42', '1'].map((one) => typed(at(all, 3), one))).toEqual([1, 0])
  expect(marksLost(leftOut)).toEqual([expect.stringContaining('numbers between which')])
  expect(leftOut?.map(({ why }) => why)).toContain('Any number from 1 to 3 counts, as the bounds of its field say.')
})

test('what ILIAS says of gaps outside its rules is followed, or waits for a person; its own pages are shown to nobody', async () => {
  const sentence = inSentence(text12('A'), words('gap_0'), text12('and a'), words('gap_1'))
  const same = points('gap_0', { Oak: 1 }) + points('gap_1', { Oak: 1 })
  const other = points('gap_0', { Oak: 1 }) + points('gap_1', { Elm: 1 })
  const combined = Buffer.from('[{"cid":0,"gap_fi":0}]').toString('base64')
  const { all, leftOut } = await read(
    'set.xml',
    test12(
      ilias(sentence, other, {
        textgaprating: 'cs',
        identicalScoring: '0',
        combinations: Buffer.from('[]').toString('base64'),
      }),
      ilias(sentence, other, { textgaprating: 'ci', identicalScoring: '1' }),
      ilias(sentence, other, { textgaprating: 'l2' }),
      ilias(sentence, same, { identicalScoring: '0' }),
      ilias(sentence, other, { combinations: combined }),
      ilias(
        inSentence(
          text12('A'),
          gap('gap_0', ['oak', 'elm']).replace(
            '<render_choice',
            '<material label="suggested_solution"><mattext>il__pg_12</mattext></material><render_choice',
          ),
        ),
        points('gap_0', { oak: 1 }),
      ),
    ),
  )
  expect(['Oak|Elm', 'oak|Elm'].map((one) => inBlanks(at(all, 0), one))).toEqual([2, 1])
  expect(['Oak|Elm', 'oak|elm'].map((one) => inBlanks(at(all, 1), one))).toEqual([2, 2])
  expect(all.map(({ processing }) => processing?.kind === 'person')).toEqual([false, false, true, true, true, false])
  expect(marksLost(leftOut).length).toBe(3)
  expect(JSON.stringify(all)).not.toContain('il__pg_12')
})

test('a key by words never leads to a choice with other words, whatever idents the choices have', () => {
  const word = fc.constantFrom('0', '1', '2', 'oak', 'elm', 'ash')
  fc.assert(
    fc.property(
      fc.uniqueArray(word, { minLength: 1 }),
      fc.array(fc.nat(5), { minLength: 1 }),
      fc.boolean(),
      (texts, picks, isInText) => {
        const labels = texts.map((html, index): Label => ({ ident: String(index), html, isFixed: false, group: undefined }))
        const values = picks.map((one) => texts[one % texts.length] ?? '')
        const naming = namingOf({ labels, isInText }, values)
        // Idents count for a list that takes idents, and no one can say where both fit.
        if (naming !== 'words') return
        for (const value of values)
          expect(labels.find(({ ident }) => ident === choiceNamed(labels, value, naming))?.html).toBe(value)
      },
    ),
  )
  const labels = ['1', '0'].map((html, index): Label => ({ ident: String(index), html, isFixed: false, group: undefined }))
  expect(namingOf({ labels, isInText: true }, ['1'])).toBe('unclear')
  expect(namingOf({ labels }, ['1'])).toBe('ident')
})

const found = join(import.meta.dirname, '../../../../../../../shared/data/found/select-gap.qti12.xml')

describe.runIf(existsSync(found))('gaps as ILIAS exports them, skipped where ../shared/data/found is absent', () => {
  test('a select gap is one list of three, and a number counts within its bounds', async () => {
    const { all, leftOut } = await read('select-gap.xml', new Uint8Array(await readFile(found)))
    expect(all.map(listsOf)).toEqual([[['harbour', 'desert', 'jungle']], undefined])
    expect(['harbour', 'desert', 'jungle'].map((one) => inBlanks(at(all, 0), one))).toEqual([1, 0, 0])
    expect(['2', '1.5', '4'].map((one) => typed(at(all, 1), one))).toEqual([1, 1, 0])
    expect(marksLost(leftOut)).toEqual([])
  })
})
