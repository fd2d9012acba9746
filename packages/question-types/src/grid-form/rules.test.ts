import { gridSeparators, maxFormHtmlCharacters } from '@sitwell/contract'
import { answeredOf } from '@sitwell/exam/paper/answered'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commonFields } from '../testing/arbitrary.ts'
import { anyGridAnswer, everyComponent } from '../testing/grid-form.ts'
import { componentsOf, fieldsOf } from './form.ts'
import {
  applyEffect,
  confirmForm,
  emptyGridAnswer,
  type GridAnswer,
  isClosed,
  isRowShown,
  setField,
  takeBack,
} from './grid-answer.ts'
import { gridFormRules as rules } from './rules.ts'

const form = rules.publicQuestion.parse({ ...commonFields('QGRID'), ...everyComponent })
const fieldOf = (id: string) => {
  const field = fieldsOf(form).find((one) => one.id === id)
  if (!field) throw new Error(`no field ${id}`)
  return field
}
const filled = (...entries: [id: string, text: string][]) =>
  entries.reduce((answer: GridAnswer, [id, text]) => setField(answer, fieldOf(id), text), emptyGridAnswer)
const segmentsOf = (answer: GridAnswer) => rules.toWire(form, answer).answerText.split(gridSeparators.segment)

// QGRID-202 QGRID-203
test('a form travels as one text: selected action, fields, row states, and the form as HTML', () => {
  let answer = filled(['name', 'Ada'], ['paid', 'yes'])
  answer = applyEffect(form, answer, { rowStates: { sending: 'ready' } })
  const { value, entry, part } = gridSeparators
  expect(segmentsOf(answer).slice(0, 3)).toEqual(['', `name${value}Ada${entry}paid${value}yes`, `sending${value}ready`])
  const confirmed = confirmForm(form, answer, { action: 'send' })
  expect(segmentsOf(confirmed).slice(0, 3)).toEqual([
    'send',
    `name${value}Ada${entry}paid${value}yes`,
    `sending${value}ready${part}confirmed`,
  ])
  expect(segmentsOf(confirmed)[3]).toContain('Name: <b>Ada</b>')
  expect(rules.toWire(form, confirmed).options).toEqual([])
  expect(rules.toWire(form, emptyGridAnswer)).toEqual({ answerText: '', options: [] })
})

// QGRID-202 QGRID-224
test('any form that can be filled in comes back from the wire as it was', () => {
  fc.assert(
    fc.property(anyGridAnswer(form), (answer) => {
      const wire = rules.toWire(form, answer)
      expect(rules.problemsOf(form, wire)).toEqual([])
      expect(rules.fromWire(form, wire)).toEqual(answer)
      expect(rules.toWire(form, rules.fromWire(form, wire))).toEqual(wire)
    }),
  )
})

// QGRID-224
test('the characters that join the answer are taken out of what is entered, and nothing else is', () => {
  const marks = Object.values(gridSeparators).join('')
  const expected = 'a|b, [V1] \\ <b>&amp;</b> مرحبا 👩🏽‍🔬'
  expect(filled(['name', `${expected}${marks}`]).values.get('name')).toBe(expected)
  expect(filled(['notes', `one\r\n${marks}two\n`]).values.get('notes')).toBe('one\r\ntwo\n')
  expect(filled(['invoice', `in${marks}voice.pdf`]).values.get('invoice')).toBe('invoice.pdf')
})

test('a field holds what fits: no more characters, in a number nothing that no number has, no line ends in a line, no half of a pair', () => {
  expect(filled(['amount', '123456789']).values.get('amount')).toBe('12345678')
  expect(filled(['amount', '1234567👍']).values.get('amount')).toBe('1234567')
  expect(filled(['amount', '-1x2.5kg']).values.get('amount')).toBe('-12.5')
  expect(filled(['amount', '١٢٫٥ م']).values.get('amount')).toBe('١٢٫٥ ')
  expect(filled(['name', 'a\r\nb']).values.get('name')).toBe('a b')
  expect(filled(['paid', 'perhaps']).values.has('paid')).toBe(false)
  expect(filled(['due', '2026-02-30']).values.has('due')).toBe(false)
  expect(filled(['due', '2026-00-31']).values.get('due')).toBe('2026-00-31')
  expect(filled(['where', 'north south east']).values.has('where')).toBe(false)
})

const shownRows = (answer: GridAnswer) =>
  form.rows.filter((row) => isRowShown(form, answer, row)).map(({ state }) => state ?? '-')

// QGRID-216
test('a row of a family is shown in its state alone, and rows of no family always', () => {
  expect(shownRows(emptyGridAnswer)).toEqual(['-', '-', '-', '-', '-', '-', 'open'])
  const going = applyEffect(form, emptyGridAnswer, { rowStates: { sending: 'going' } })
  expect(shownRows(going)).toEqual(['-', '-', '-', '-', '-', '-', 'going'])
  expect(shownRows(applyEffect(form, going, { rowStates: { sending: 'lost', other: 'x' } }))).toEqual(shownRows(going))
  expect(applyEffect(form, going, { rowStates: { sending: 'open' } })).toEqual(emptyGridAnswer)
})

describe('a form is closed', () => {
  // QGRID-219
  test('while an action is selected, until it is taken back', () => {
    const sent = applyEffect(form, filled(['name', 'Ada']), { action: 'send' })
    expect(isClosed(sent)).toBe(true)
    expect(setField(sent, fieldOf('name'), 'Eve')).toBe(sent)
    expect(applyEffect(form, sent, { action: 'late', rowStates: { sending: 'ready' } })).toBe(sent)
    expect(takeBack(sent)).toEqual(filled(['name', 'Ada']))
  })

  // QGRID-218
  test('for good once it was confirmed', () => {
    const confirmed = confirmForm(form, filled(['name', 'Ada']), { action: 'send' })
    expect(setField(confirmed, fieldOf('name'), 'Eve')).toBe(confirmed)
    expect(takeBack(confirmed)).toBe(confirmed)
    expect(confirmForm(form, confirmed, { action: 'late' })).toBe(confirmed)
  })
})

test('it is partly answered once something is filled in, and closed by an action; rows and timers are no answer', () => {
  expect(answeredOf(rules.partsOf(form, emptyGridAnswer))).toBe('not')
  expect(answeredOf(rules.partsOf(form, filled(['wait', '1'])))).toBe('not')
  expect(answeredOf(rules.partsOf(form, applyEffect(form, emptyGridAnswer, { rowStates: { sending: 'going' } })))).toBe('not')
  expect(answeredOf(rules.partsOf(form, filled(['urgent', '1'])))).toBe('partly')
  expect(answeredOf(rules.partsOf(form, applyEffect(form, emptyGridAnswer, { action: 'send' })))).toBe('fully')
})

// QGRID-202
test('what a learner typed stands in the form’s HTML as text, and a long form ends after a whole row', () => {
  const [, , , html = ''] = segmentsOf(filled(['name', '<img src=x onerror=alert(1)>'], ['notes', 'a\nb'], ['via', 'no']))
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(html).toContain('a<br>b')
  expect(html).toContain('&lt;b&gt;No&lt;/b&gt;')
  expect(html).not.toMatch(/<img|onerror=alert\(1\)>/)
  const wide = rules.publicQuestion.parse({
    ...commonFields('QGRID'),
    rows: Array.from({ length: 4 }, (_, index) => ({
      cells: [{ components: [{ kind: 'textarea', id: `t${index}`, label: `T${index}`, maxLength: 20_000 }] }],
    })),
  })
  const answer = fieldsOf(wide).reduce((sum: GridAnswer, one) => setField(sum, one, '&'.repeat(6000)), emptyGridAnswer)
  const [, , , captured = ''] = rules.toWire(wide, answer).answerText.split(gridSeparators.segment)
  expect(captured.length).toBeLessThanOrEqual(maxFormHtmlCharacters)
  expect(captured).toMatch(/^<table><tr>.*<\/tr><\/table>$/)
  expect(rules.fromWire(wide, rules.toWire(wide, answer))).toEqual(answer)
})

const { segment, entry, value, part } = gridSeparators
// QGRID-202 QGRID-203
test.each([
  ['a plain text', 'hello'],
  ['three segments', [`name${value}x`, '', ''].join(segment).slice(0, -1)],
  ['five segments', ['', '', '', '', ''].join(segment)],
  ['an unknown action', ['fly', '', '', ''].join(segment)],
  ['a field of another form', ['', `other${value}x`, '', ''].join(segment)],
  ['a field twice', ['', `name${value}x${entry}name${value}y`, '', ''].join(segment)],
  ['a value too many', ['', `name${value}x${value}y`, '', ''].join(segment)],
  ['a value that does not fit', ['', `paid${value}perhaps`, '', ''].join(segment)],
  ['a text that is too long', ['', `amount${value}123456789`, '', ''].join(segment)],
  ['an unknown state', ['', '', `sending${value}lost`, ''].join(segment)],
  ['an unknown form action', ['', '', `${part}burnt`, ''].join(segment)],
  ['HTML beyond the limit', ['', '', '', 'x'.repeat(maxFormHtmlCharacters + 1)].join(segment)],
])('%s is not an answer to this form, and is still read as far as it goes', (_, answerText) => {
  expect(rules.problemsOf(form, { answerText, options: [] }).map(({ path }) => path)).toContain('answerText')
  expect(rules.problemsOf(form, rules.toWire(form, rules.fromWire(form, { answerText, options: [] })))).toEqual([])
})

test('of an answer that is wrong all through only so much is said', () => {
  const { segment, entry, value } = gridSeparators
  for (const answerText of [
    [
      'no'.repeat(1000),
      Array(200)
        .fill(`${'id'.repeat(1000)}${value}x`)
        .join(entry),
      '',
      '',
    ].join(segment),
    [segment, entry.repeat(100_000)].join(''),
  ]) {
    const problems = rules.problemsOf(form, { answerText, options: [] })
    expect(problems.length).toBeGreaterThan(0)
    expect(JSON.stringify(problems).length).toBeLessThan(5000)
  }
})

// QGRID-203
test('a form answer that names options is refused', () => {
  const options = [{ optionID: 'a', optionText: 'A' }]
  expect(rules.problemsOf(form, { answerText: '', options }).map(({ path }) => path)).toEqual(['options'])
})

// QGRID-230 QGRID-231 QGRID-234
test('a timer has 2 dots of half a second, and a calendar opens in June, unless the form says otherwise', () => {
  const [timer] = componentsOf(form).filter(({ kind }) => kind === 'timer')
  expect(timer).toMatchObject({ delay: 0.5, dots: 2 })
  expect(componentsOf(form).find(({ kind }) => kind === 'calendar')).toMatchObject({ month: 6 })
})
