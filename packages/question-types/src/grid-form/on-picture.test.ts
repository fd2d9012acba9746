import { gridSeparators } from '@sitwell/contract'
import { answeredOf } from '@sitwell/exam/paper/answered'
import { expect, test } from 'vitest'
import { commonFields } from '../testing/arbitrary.ts'
import { everyComponent } from '../testing/grid-form.ts'
import { isFieldValue } from './field-value.ts'
import { fieldsOf } from './form.ts'
import { areaName, letterOf } from './on-picture.ts'
import { gridFormRules as rules } from './rules.ts'

const form = rules.publicQuestion.parse({ ...commonFields('QGRID'), ...everyComponent })
const may = (id: string, value: string) => {
  const field = fieldsOf(form).find((one) => one.id === id)
  if (!field) throw new Error(`no field ${id}`)
  return isFieldValue(field, value)
}

test.each([
  ['an order of two', 'route', 'east north', true],
  ['an order of more than there are places', 'route', 'east north south', false],
  ['an area twice in an order', 'route', 'east east', false],
  ['two pairs', 'lines', 'north:south north:east', true],
  ['more pairs than may be made', 'lines', 'north:south north:east south:east', false],
  ['a pair twice, from its other end', 'lines', 'north:south south:north', false],
  ['an area with itself', 'lines', 'north:north', false],
  ['an area that is none', 'lines', 'north:west', false],
  ['a card', 'tags', 'port:north', true],
  ['a card more often than it may be used', 'tags', 'port:north port:south', false],
  ['a card in all places that it may be in', 'tags', 'light:north light:south light:east', true],
  ['a card twice at one place', 'tags', 'light:north light:north', false],
  ['an area as a card', 'tags', 'north:north', false],
  ['points in two corners', 'spots', '0,0 200,100', true],
  ['more points than may be set', 'spots', '0,0 1,1 2,2', false],
  ['a point beyond the picture', 'spots', '201,0', false],
  ['a point between two units', 'spots', '1.5,0', false],
  ['a point of one number', 'spots', '7', false],
  ['a point that is written otherwise', 'spots', '01,0', false],
])('%s may or may not stand on a picture', (_, id, value, isIt) => {
  expect(may(id, value)).toBe(isIt)
})

test('what may not stand on a picture is no answer that a server takes, nor one that is shown', () => {
  const { segment, value } = gridSeparators
  const wire = (lines: string) => ({ answerText: ['', `lines${value}${lines}`, '', ''].join(segment), options: [] })
  expect(rules.problemsOf(form, wire('north:north'))).not.toEqual([])
  expect(rules.problemsOf(form, wire('north:south'))).toEqual([])
  expect(answeredOf(rules.partsOf(form, rules.fromWire(form, wire('north:north'))))).toBe('not')
  expect(answeredOf(rules.partsOf(form, rules.fromWire(form, wire('north:south'))))).not.toBe('not')
})

test('areas are called by letters, and by their names where they have one', () => {
  expect([0, 25, 26, 27, 701, 702].map(letterOf)).toEqual(['A', 'Z', 'AA', 'AB', 'ZZ', 'AAA'])
  const areas = [
    { id: 'a', name: 'The harbour' },
    { id: 'b', name: 'B' },
  ]
  expect(['a', 'b'].map((id) => areaName(areas, id))).toEqual(['A: The harbour', 'B'])
})
