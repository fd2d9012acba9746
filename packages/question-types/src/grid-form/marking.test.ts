import { type Answer, gridSeparators } from '@sitwell/contract'
import { expect, test } from 'vitest'
import { authoredQuestion, toPublicQuestion } from '../marking.ts'
import { everyComponent } from '../testing/grid-form.ts'
import { fieldKey, markField } from './field-marking.ts'
import { gridFormMarking as marking } from './marking.ts'

const { segment, entry, value } = gridSeparators
const wire = (values: Record<string, string>, action = '') => ({
  answerText: [
    action,
    Object.entries(values)
      .map((one) => one.join(value))
      .join(entry),
    '',
    '',
  ].join(segment),
  options: [],
})
const authored = (fields: object) =>
  marking.authoredQuestion.parse({ type: 'QGRID', id: 'q', text: '', marks: 4, ...everyComponent, ...fields })
const texts = (value: string) => ({ kind: 'texts', accepted: [{ value }] })
const key = {
  fields: {
    name: texts('Ada Lovelace'),
    amount: { kind: 'numbers', accepted: [{ value: 12.5, tolerance: 0.5 }] },
    paid: { kind: 'option', accept: ['yes'] },
  },
  actions: { accept: ['send'] },
}
const good = { name: ' ada  lovelace ', amount: '12,9', paid: 'yes' }
const all = { credit: { kind: 'all', penalty: 1 } }

test.each([
  ['all of it right', {}, wire(good, 'send'), 4],
  ['three of four', {}, wire(good), 3],
  ['nothing given', {}, undefined, 0],
  ['an untouched form', {}, { answerText: '', options: [] }, 0],
  ['a wrong field with a penalty', { credit: { penalty: 0.5 } }, wire({ ...good, paid: 'no' }, 'send'), 2.5],
  ['an empty field costs no penalty', { credit: { penalty: 0.5 } }, wire({ name: good.name }, 'send'), 2],
  ['more penalties than marks', { credit: { penalty: 5 } }, wire({ ...good, paid: 'no' }, 'late'), 0],
  ['all or nothing, all right', all, wire(good, 'send'), 4],
  ['all or nothing, one wrong', all, wire({ ...good, paid: 'no' }, 'send'), -1],
  ['all or nothing, one empty', all, wire(good), 0],
  ['a value that the field can’t hold', {}, wire({ ...good, paid: 'perhaps' }, 'send'), 3],
] satisfies [string, object, Answer | undefined, number][])('marks %s', (_, fields, answer, score) => {
  expect(marking.mark(authored({ key, ...fields }), answer)).toEqual({ score, maxScore: 4, needsPerson: false })
})

test('an entry of the key counts by its weight', () => {
  const weighted = { fields: { ...key.fields, name: { ...key.fields.name, weight: 6 } } }
  expect(marking.mark(authored({ key: weighted }), wire({ name: 'Ada Lovelace' })).score).toBe(3)
})

test('what a person has to read waits, unless it is empty; so does a form without a key', () => {
  const person = authored({ key: { fields: { ...key.fields, notes: { kind: 'person' } } } })
  expect(marking.mark(person, wire({ ...good, notes: 'Because' }))).toEqual({ score: 3, maxScore: 4, needsPerson: true })
  expect(marking.mark(person, wire({ ...good, notes: ' ' })).needsPerson).toBe(false)
  expect(marking.mark(authored({}), wire({ name: 'x' })).needsPerson).toBe(true)
  expect(marking.mark(authored({}), undefined).needsPerson).toBe(false)
})

const circle = { shape: 'circle', coords: '10,10,5' }
const square = { shape: 'rect', coords: '40,40,50,50' }

test.each([
  ['a text', texts('Łódź'), 'łódź', 'right'],
  ['another text', texts('Łódź'), 'Lodz', 'wrong'],
  ['a number', { kind: 'numbers', accepted: [{ value: 0.1, tolerance: 0.2 }] }, '0,3', 'right'],
  ['another number', { kind: 'numbers', accepted: [{ value: 0.1, tolerance: 0.2 }] }, '0.31', 'wrong'],
  ['a day of any year', { kind: 'date', accept: ['06-21'] }, '2026-06-21', 'right'],
  ['half a date', { kind: 'date', accept: ['06-21'] }, '2026-06-00', 'wrong'],
  ['areas in another order', { kind: 'areas', areas: ['a', 'b'] }, 'b a', 'right'],
  ['an area too many', { kind: 'areas', areas: ['a'] }, 'a b', 'wrong'],
  ['areas in their order', { kind: 'order', areas: ['a', 'b'] }, 'a b', 'right'],
  ['areas in another than their order', { kind: 'order', areas: ['a', 'b'] }, 'b a', 'wrong'],
  ['a pair from its other end', { kind: 'pairs', pairs: [['a', 'b']] }, 'b:a', 'right'],
  ['a pair too many', { kind: 'pairs', pairs: [['a', 'b']] }, 'b:a a:c', 'wrong'],
  [
    'a pair too few',
    {
      kind: 'pairs',
      pairs: [
        ['a', 'b'],
        ['a', 'c'],
      ],
    },
    'a:b',
    'wrong',
  ],
  ['a point on the edge', { kind: 'points', within: [circle] }, '15,10', 'right'],
  ['a point beside', { kind: 'points', within: [circle] }, '16,10', 'wrong'],
  ['two points in one of two areas', { kind: 'points', within: [circle, square] }, '10,10 11,10', 'wrong'],
  ['a point in each of two areas', { kind: 'points', within: [circle, square] }, '45,45 11,10', 'right'],
  ['a tick', { kind: 'ticked', ticked: true }, '1', 'right'],
  ['no tick', { kind: 'ticked', ticked: true }, '', 'wrong'],
  ['no tick where none belongs', { kind: 'ticked', ticked: false }, '', 'right'],
])('marks one field: %s', (_, one, held, mark) => {
  expect(markField(fieldKey.parse(one), held)).toBe(mark)
})

test('neither key nor notes leave the server', () => {
  const shown = toPublicQuestion(authored({ key, markingNotes: 'Look for …' }))
  expect(JSON.stringify(shown)).not.toMatch(/Lovelace|Look for|12\.5|tolerance|credit/)
  expect(shown).toMatchObject({ columns: [1, 2], actions: everyComponent.actions })
  expect(
    authoredQuestion.safeParse({
      ...{ type: 'QGRID', id: 'q', text: '' },
      rows: [{ cells: [{ components: [{ kind: 'checkbox', id: 'a', label: 'A', right: true }] }] }],
    }).success,
  ).toBe(false)
})

const cell = (...components: object[]) => ({ rows: [{ cells: [{ components }] }], actions: [], columns: [] })
const box = { kind: 'checkbox', id: 'a', label: 'A' }
const at = (...more: (string | number)[]) => ['rows', 0, 'cells', 0, 'components', 0, ...more]
const pinned = { id: 'h', label: 'H', src: 'a.png', alt: '', areas: [{ id: 'x', name: 'X', x: 0, y: 0, width: 5, height: 5 }] }
const card = { id: 'c', name: 'C' }
const pairKey = { fields: { h: { kind: 'pairs', pairs: [['d', 'x']] } } }
const orderKey = { fields: { h: { kind: 'order', areas: ['y'] } } }
const radio = { kind: 'radio', id: 'a', label: 'A', options: [{ id: 'x', name: 'X' }] }

test.each([
  ['a field twice', cell(box, box), ['rows', 0, 'cells', 0, 'components', 1, 'id']],
  ['an action that is none', cell({ kind: 'button', name: 'B', action: 'fly' }), at('action')],
  ['a button that does nothing', cell({ kind: 'button', name: 'B' }), at()],
  ['a state of no row', cell({ kind: 'button', name: 'B', rowStates: { f: 'on' } }), at('rowStates', 'f')],
  ['a next field that is none', cell({ kind: 'input', id: 'a', label: 'A', nextField: 'z' }), at('nextField')],
  ['a family without a state', { rows: [{ family: 'f', cells: [{}] }] }, ['rows', 0]],
  [
    'an area outside of the picture',
    cell({
      kind: 'hotspot',
      id: 'h',
      label: 'H',
      src: 'a.png',
      alt: '',
      areas: [{ id: 'x', name: 'X', x: 90, y: 0, width: 20, height: 5 }],
    }),
    at('areas', 0),
  ],
  ['a card twice', cell({ ...pinned, kind: 'areaCards', cards: [card, card] }), at('cards', 1, 'id')],
  ['a key of no card', { ...cell({ ...pinned, kind: 'areaCards', cards: [card] }), key: pairKey }, ['key', 'fields', 'h']],
  ['an order of no area', { ...cell({ ...pinned, kind: 'areaOrder' }), key: orderKey }, ['key', 'fields', 'h']],
  ['a key of no field', { ...cell(box), key: { fields: { z: { kind: 'ticked', ticked: true } } } }, ['key', 'fields', 'z']],
  ['a key of another kind', { ...cell(box), key: { fields: { a: texts('x') } } }, ['key', 'fields', 'a']],
  ['a key of no option', { ...cell(radio), key: { fields: { a: { kind: 'option', accept: ['y'] } } } }, ['key', 'fields', 'a']],
  ['a key of no action', { ...cell(box), key: { actions: { accept: ['fly'] } } }, ['key', 'actions', 'accept']],
  [
    'more text than an answer takes',
    cell(...Array.from({ length: 16 }, (_, index) => ({ kind: 'textarea', id: `t${index}`, label: 'T', maxLength: 20_000 }))),
    ['rows'],
  ],
])('%s is refused at its place', (_, form, path) => {
  const read = marking.authoredQuestion.safeParse({ type: 'QGRID', id: 'q', text: '', ...form })
  expect(read.error?.issues.map((issue) => issue.path)).toEqual([path])
})

test('an area may reach to the edges of the picture, and not a hundredth further', () => {
  const isRead = (area: object) => {
    const areas = [{ id: 'x', name: 'X', x: 60, y: 70, width: 40, height: 30, ...area }]
    const form = cell({ ...pinned, kind: 'hotspot', areas })
    return marking.authoredQuestion.safeParse({ type: 'QGRID', id: 'q', text: '', ...form }).success
  }
  expect([isRead({}), isRead({ width: 40.01 }), isRead({ height: 30.01 })]).toEqual([true, false, false])
})
