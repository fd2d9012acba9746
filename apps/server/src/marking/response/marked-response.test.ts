import { type Answer, gridSeparators, type MarkedFile, markedResponse, type Question } from '@sitwell/contract'
import { authoredQuestion, toPublicQuestion } from '@sitwell/question-types/marking'
import { rulesOf } from '@sitwell/question-types/rules'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { responseOf } from './marked-response.ts'

const asked = (fields: object): Question => {
  const authored = authoredQuestion.parse({ id: 'q', text: '', marks: 4, ...fields })
  const shown = { number: 1, paperPartId: 'p', workings: '', ...toPublicQuestion(authored) }
  return rulesOf(authored.type).publicQuestion.parse(shown)
}
const wrote = (answerText: string, more: Partial<Answer> = {}): Answer => ({ answerText, options: [], ...more })
const whole = (question: Question, answer: Answer | undefined, files: MarkedFile[] = []) =>
  responseOf({ question, part: '', answer, files })
const picture: MarkedFile = { file: 0, kind: 'picture', mediaType: 'image/png', bytes: 9, isHarmful: false }

const essay = asked({ type: 'QUESTIONLTEXT' })
const parts = asked({
  type: 'MULTITEXT',
  marks: undefined,
  parts: [
    { id: 'a', text: 'Why?', marks: 1, lineCount: 3 },
    { id: 'b', marks: 2, usesRichText: true, lineCount: 3, answerText: '<p>Begin here.</p>' },
  ],
})
const inPart = (part: string, ...options: [string, string][]) =>
  responseOf({
    question: parts,
    part,
    answer: wrote('', { options: options.map(([optionID, optionText]) => ({ optionID, optionText })) }),
    files: [],
  })

const cell = (component: object) => ({ cells: [{ components: [component] }] })
const form = (...components: object[]) => asked({ type: 'QGRID', rows: components.map(cell) })
const { segment, entry, value } = gridSeparators
const filled = (...fields: [string, string][]) =>
  wrote(['', fields.map(([id, held]) => `${id}${value}${held}`).join(entry), '', ''].join(segment))

describe('what a marker gets of a response', () => {
  test('is a long text as it was typed, markup and all, and nothing if nothing but spaces was', () => {
    expect(whole(essay, wrote('Because <b>of</b>\n rain'))).toEqual({ kind: 'text', text: 'Because <b>of</b>\n rain' })
    for (const answer of [undefined, wrote(''), wrote(' \n')]) expect(whole(essay, answer)).toEqual({ kind: 'blank' })
  })

  test('is each text of several by itself; what the field held at first is nothing given', () => {
    expect(inPart('a', ['a', 'Rain'], ['b', '<p>Sun</p>'])).toEqual({ kind: 'text', text: 'Rain' })
    expect(inPart('b', ['a', 'Rain'], ['b', '<p>Sun</p>'])).toEqual({ kind: 'rich', html: '<p>Sun</p>' })
    expect(inPart('b', ['b', '<p>Begin here.</p>'])).toEqual({ kind: 'blank' })
    expect(inPart('b', ['b', '<p><br></p>'])).toEqual({ kind: 'blank' })
    expect(inPart('another', ['another', 'x'])).toEqual({ kind: 'blank' })
  })

  test('has no script, handler, frame, style or file from elsewhere of a rich text', () => {
    const attacks = [
      '<script>alert(1)</script><p>x</p>',
      '<p onclick="alert(1)">x</p>',
      '<iframe src="https://evil.example/"></iframe><p>x</p>',
      '<p style="position:fixed;inset:0">x</p>',
      '<img src="https://evil.example/pixel.png" onerror="alert(1)"><p>x</p>',
      '<a href="javascript:alert(1)">x</a>',
      '<svg><a xlink:href="javascript:alert(1)">x</a></svg>',
      '<style>*{display:none}</style><p>x</p>',
      '<math><mtext><img src=x onerror=alert(1)></mtext></math><p>x</p>',
      '<form action="https://evil.example/"><button>x</button></form>',
    ]
    for (const html of attacks) {
      const response = inPart('b', ['b', html])
      expect(JSON.stringify(response), html).toContain('x')
      expect(JSON.stringify(response), html).not.toMatch(
        /<script|<iframe|<style|<form|<svg|position|onerror|onclick|src=."(?!data:)|evil.example\/pixel|href/,
      )
    }
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...attacks, '<', '>', '"', 'x', '</p>', '<p>'), { maxLength: 8 }), (some) => {
        expect(JSON.stringify(inPart('b', ['b', some.join('')]))).not.toMatch(
          /<script|<iframe|<style|<form| on\w+=|href=\\"java/i,
        )
      }),
    )
  })

  test('is what was uploaded, without the names of files, and so is a form with fields for files', () => {
    const evidence = asked({ type: 'EVIDENCE' })
    expect(whole(evidence, wrote('visited'), [picture])).toEqual({ kind: 'files', files: [picture] })
    expect(whole(evidence, wrote('visited'))).toEqual({ kind: 'blank' })
    const withFile = form(
      { kind: 'input', id: 'name', label: 'Your method' },
      { kind: 'fileButton', id: 'file', label: 'Your plan' },
    )
    const response = whole(withFile, filled(['name', 'By hand'], ['file', 'ada-lovelace-7731.pdf']), [picture])
    expect(response).toEqual({
      kind: 'parts',
      parts: [
        { label: { text: 'Your method', isHtml: false }, response: { kind: 'text', text: 'By hand' } },
        { response: { kind: 'files', files: [picture] } },
      ],
    })
    expect(whole(withFile, filled(['file', 'ada-lovelace-7731.pdf']))).toEqual({ kind: 'blank' })
  })

  test('is a drawing as a picture of checked numbers and escaped text, with the address of what was drawn on', () => {
    const drawn = form({ kind: 'drawing', id: 'd', label: 'The cell', src: 'cell.png', alt: 'A cell', width: 100, height: 80 })
    const marks = [['t', 'k', 10, 10, '<script>alert(1)</script>']]
    const held = JSON.stringify({ w: 100, h: 80, marks, said: 'A wall' })
    const response = whole(drawn, filled(['d', held]))
    const [only] = response.kind === 'parts' ? response.parts : []
    if (only?.response.kind !== 'drawing') throw new Error(JSON.stringify(response))
    expect(only.response).toMatchObject({ width: 100, height: 80, picture: 'cell.png', said: 'A wall' })
    expect(only.response.svg).toMatch(/^<svg /)
    expect(only.response.svg).not.toContain('<script')
    expect(only.response.svg).toContain('&lt;script&gt;')
  })

  test('is what was chosen in words; HTML that came back with the answer is cleaned', () => {
    const options = [
      { id: 'a', text: '<b>Rain</b>' },
      { id: 'b', text: 'Sun' },
    ]
    const radio = asked({ type: 'RADIO', options, key: 'a' })
    const evil = '<img src=x onerror=alert(1)><b>Rain</b>'
    const response = whole(radio, wrote('', { options: [{ optionID: 'a', optionText: evil }] }))
    expect(response).toMatchObject({ kind: 'choice' })
    expect(JSON.stringify(response)).toContain('<b>Rain</b>')
    expect(JSON.stringify(response)).not.toContain('onerror')
    const other = asked({ type: 'RADIOOTHER', options })
    expect(whole(other, wrote('', { options: [{ optionID: 'b', optionText: 'Sun' }], otherText: '<i>and</i> rain' }))).toEqual({
      kind: 'choice',
      lines: [{ value: { text: 'Sun', isHtml: false } }, { value: { text: '<i>and</i> rain', isHtml: false } }],
    })
    expect(whole(radio, undefined)).toEqual({ kind: 'blank' })
  })

  test('is of the form that the contract gives, whatever was saved', () => {
    const questions = [
      essay,
      parts,
      asked({ type: 'RADIO', options: [{ id: 'a', text: 'A' }], key: 'a' }),
      form({ kind: 'input', id: 'f', label: 'L' }),
      asked({ type: 'ASCX', controlName: 'x' }),
      asked({ type: 'STATICTEXT', marks: 0 }),
    ]
    const text = fc.oneof(fc.string(), fc.constantFrom('visited', 'a', segment, entry, value))
    const answer = fc.record({
      answerText: text,
      options: fc.array(fc.record({ optionID: fc.oneof(text, fc.constantFrom('a', 'b')), optionText: text }), { maxLength: 4 }),
      otherText: text,
    })
    fc.assert(
      fc.property(fc.constantFrom(...questions), answer, fc.constantFrom('', 'a', 'b'), (question, given, part) => {
        const response = responseOf({ question, part, answer: given, files: [] })
        expect(markedResponse.parse(response)).toEqual(response)
      }),
    )
  })
})
