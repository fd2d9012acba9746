import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AuthoredQuestion,
  authoredQuestion,
  filledQuestion,
  markingOf,
  token,
  tokenParts,
  toPublicQuestion,
} from '../marking.ts'

/** Numbers as a generator of chance gives them: from a seed, the same each time. */
const chanceFrom = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const declared = (kind: 'response' | 'outcome' | 'template', identifier: string, basetype: string) => ({
  name: `${kind}declaration`,
  attributes: { identifier, cardinality: 'single', basetype },
})
const variable = (identifier: string) => ({ name: 'variable', attributes: { identifier } })
const base = (basetype: string, text: string) => ({ name: 'basevalue', attributes: { basetype }, text })
const set = (name: string, identifier: string, value: object) => ({ name, attributes: { identifier }, children: [value] })
const whole = (min: number, max: number) => ({ name: 'randominteger', attributes: { min: `${min}`, max: `${max}` } })
const oneOf = (basetype: string, ...texts: string[]) => ({
  name: 'random',
  children: [{ name: 'multiple', children: texts.map((text) => base(basetype, text)) }],
})
const printed = (identifier: string) => ({ name: 'printedvariable', attributes: { identifier } })
const hiding = (name: string, identifier: string, showhide = 'show') => ({
  name,
  attributes: { templateidentifier: 'WHICH', identifier, showhide },
})

/** A and B from 1 to 9, a text and one of three names; the right answer is A + B. */
const drawn = {
  name: 'assessmentitem',
  children: [
    declared('response', 'RESPONSE', 'integer'),
    declared('outcome', 'SCORE', 'float'),
    declared('template', 'A', 'integer'),
    declared('template', 'B', 'integer'),
    declared('template', 'TEXT', 'string'),
    declared('template', 'WHICH', 'identifier'),
    {
      name: 'templateprocessing',
      children: [
        set('settemplatevalue', 'A', whole(1, 9)),
        set('settemplatevalue', 'B', whole(1, 9)),
        set('settemplatevalue', 'TEXT', oneOf('string', '<b>[V9]</b>', 'a & b')),
        set('settemplatevalue', 'WHICH', oneOf('identifier', 'one', 'two', 'three')),
        set('setcorrectresponse', 'RESPONSE', { name: 'sum', children: [variable('A'), variable('B')] }),
      ],
    },
  ],
}
const places = [
  printed('A'),
  printed('B'),
  printed('TEXT'),
  hiding('templateinline', 'one'),
  hiding('templateblock', 'two', 'hide'),
  hiding('simplechoice', 'three', 'hide'),
]
const rules = {
  name: 'responseprocessing',
  attributes: { template: 'http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct' },
}
const template = { version: '2.1', item: drawn, places }
const processing = (from: object) => ({
  kind: 'qti',
  version: '2.1',
  item: { ...drawn, children: [...drawn.children, rules] },
  responses: { RESPONSE: from },
})

const blanks = authoredQuestion.parse({
  type: 'BLANKS',
  id: 'sum',
  text: `<p>${token(0)} + ${token(1)} = [V1] (${token(2)})</p>${token(3, '#')}<p>One ${token(0)}</p>${token(3, '/')}${token(4, '#')}<p>Not two</p>${token(4, '/')}`,
  processing: processing({ from: 'blank', blank: 'V1' }),
  template,
})
const radio = authoredQuestion.parse({
  type: 'RADIO',
  id: 'choice',
  text: `What is ${token(0)}?`,
  options: ['one', 'two', 'three'].map((id) => ({ id, text: `${id === 'three' ? token(5) : ''}${id} ${token(2)}` })),
  processing: { kind: 'person' },
  template,
})
const form = authoredQuestion.parse({
  type: 'QGRID',
  id: 'form',
  text: '',
  rows: [
    {
      cells: [
        {
          components: [
            { kind: 'input', id: 'i', label: `${token(0)} ${token(2)}` },
            { kind: 'text', html: token(2) },
          ],
        },
      ],
    },
  ],
  processing: { kind: 'person' },
  template,
})
const questions: readonly AuthoredQuestion[] = [blanks, radio, form]
const seeds = fc.nat()
const filled = (question: AuthoredQuestion, seed: number) => filledQuestion(question, chanceFrom(seed))

describe('a question whose values are drawn', () => {
  test('is the same for the same chance, and differs for others', () => {
    for (const question of questions) {
      fc.assert(
        fc.property(seeds, (seed) => {
          expect(filled(question, seed)).toEqual(filled(question, seed))
        }),
      )
      const texts = Array.from({ length: 50 }, (_, seed) => JSON.stringify(toPublicQuestion(filled(question, seed * 7919))))
      expect(new Set(texts).size).toBeGreaterThan(5)
    }
  })

  test('is a whole question without any token, and nothing of its template, rules or key is in what is public', () => {
    fc.assert(
      fc.property(seeds, fc.constantFrom(...questions), (seed, question) => {
        const one = filled(question, seed)
        expect(authoredQuestion.safeParse(one).success).toBe(true)
        const shown = JSON.stringify(toPublicQuestion(one))
        expect(shown).not.toMatch(/[⟦⟧]|template|processing|declaration|setcorrect|RESPONSE|randominteger|multiple/i)
        expect(one.template).toBeUndefined()
      }),
    )
  })

  test('has its values as text, never as markup, and no blank that its author did not make', () => {
    const texts = Array.from({ length: 40 }, (_, seed) => [blanks, radio].map((one) => filled(one, seed * 7919)))
    for (const [one, other] of texts) {
      expect(one?.text).toMatch(/\((&lt;b&gt;\(V9\)&lt;\/b&gt;|a &amp; b)\)<\/p>/)
      expect(JSON.stringify(other)).toMatch(/one (&lt;b&gt;\[V9\]&lt;\/b&gt;|a &amp; b)/)
    }
    // A label is plain text, and a text beside it is HTML.
    const forms = texts.map((_, seed) => JSON.stringify(filled(form, seed * 7919)))
    expect(
      forms.some((one) => /"label":"\d <b>\[V9\]<\/b>"/.test(one) && one.includes('"html":"&lt;b&gt;[V9]&lt;/b&gt;"')),
    ).toBe(true)
  })

  test('shows what its values show, and no choice that they hide', () => {
    const seen = new Set(
      Array.from({ length: 60 }, (_, seed) => {
        const text = filled(blanks, seed * 7919).text
        const other = filled(radio, seed * 7919)
        const ids = other.type === 'RADIO' ? other.options.map(({ id }) => id).join(' ') : ''
        return `${text.includes('<p>One ')} ${text.includes('Not two')} ${ids}`
      }),
    )
    expect(seen).toEqual(new Set(['true true one two three', 'false false one two three', 'false true one two']))
  })

  test('is marked by what was drawn', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 0, max: 20 }), (seed, given) => {
        const one = filled(blanks, seed)
        const [, a, b] = /<p>(\d) \+ (\d) =/.exec(one.text) ?? []
        const mark = (answerText: string) => markingOf(one).mark(one, { answerText, options: [] }).score
        const right = Number(a) + Number(b)
        expect([mark(`${right}`), mark(`${given}`)]).toEqual([1, given === right ? 1 : 0])
      }),
    )
  })

  test('shares with all others what is the same for all, so that many of them take little room', () => {
    const options = { ...radio, options: [{ id: 'x', text: 'the same' }, ...('options' in radio ? radio.options : [])] }
    const [one, other] = [1, 2].map((seed) => filled(options as AuthoredQuestion, seed))
    if (one?.type !== 'RADIO' || other?.type !== 'RADIO') throw new Error('It became another question.')
    expect(one.options[0]).toBe(other.options[0])
    const [first, second] = [1, 2].map((seed) => filled(blanks, seed).processing)
    if (first?.kind !== 'qti' || second?.kind !== 'qti') throw new Error('It lost its rules.')
    expect(first.item.children?.at(-1)).toBe(second.item.children?.at(-1))
  })

  test('is drawn again where two options of a list in its text would read the same', () => {
    const twins = authoredQuestion.parse({
      ...blanks,
      id: 'twins',
      variableOptions: [{ id: 'V1', options: [0, 1].map((place) => ({ id: `${place}`, text: token(place) })) }],
      processing: { kind: 'person' },
    })
    fc.assert(
      fc.property(seeds, (seed) => {
        const one = filled(twins, seed)
        const texts = one.type === 'BLANKS' ? one.variableOptions.flatMap(({ options }) => options.map(({ text }) => text)) : []
        expect(new Set(texts).size).toBe(2)
      }),
    )
  })

  test('whose draws all fail shows nothing in their place, and does not fail its learner', () => {
    const impossible = {
      ...template,
      item: {
        ...drawn,
        children: [
          ...drawn.children.slice(0, 6),
          { name: 'templateprocessing', children: [set('settemplatevalue', 'A', whole(5, 3))] },
        ],
      },
    }
    const one = filled(authoredQuestion.parse({ ...blanks, template: impossible }), 1)
    expect(one.text).toBe('<p> +  = [V1] ()</p><p>Not two</p>')
  })

  test('whose template can not be followed is no question', () => {
    const item = { ...drawn, children: [{ name: 'templateprocessing', children: [{ name: 'somethingelse' }] }] }
    const read = authoredQuestion.safeParse({ ...blanks, template: { ...template, item } })
    expect(read.error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)).toEqual([
      'template.item Nothing here does what <somethingelse> does.',
    ])
  })
})

test('a text is its tokens and what stands between them', () => {
  expect(tokenParts(`a${token(0)}${token(12, '#')}b${token(12, '/')}⟦x⟧`)).toEqual([
    'a',
    { mark: '', place: 0 },
    { mark: '#', place: 12 },
    'b',
    { mark: '/', place: 12 },
    '⟦x⟧',
  ])
})
