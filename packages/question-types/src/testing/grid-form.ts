import fc from 'fast-check'
import { writeDrawing } from '../drawing/drawing.ts'
import { arbitraryDrawing } from '../drawing/testing/arbitrary-drawing.ts'
import { familiesOf, fieldsOf, type GridField, type GridForm } from '../grid-form/form.ts'
import { emptyGridAnswer, type GridAnswer, setField } from '../grid-form/grid-answer.ts'
import { awkwardText } from './arbitrary.ts'

const options = [
  { id: 'yes', name: 'Yes | no' },
  { id: 'no', name: '<b>No</b>' },
]
const area = { y: 10, width: 20, height: 20 }
const map = { src: 'resources/map.png', alt: 'A map' }
const coasts = [
  { id: 'north', name: 'North', x: 0, ...area },
  { id: 'south', name: 'South', x: 40, ...area },
  { id: 'east', name: 'C', x: 80, ...area },
]

/** An authored form with every kind of component, without a key. */
export const everyComponent = {
  columns: [1, 2],
  actions: [
    { id: 'send', name: 'Send' },
    { id: 'late', name: 'Too late' },
  ],
  rows: [
    {
      cells: [
        { header: true, components: [{ kind: 'text', html: '<p>Order <b>12</b></p>' }] },
        { components: [{ kind: 'input', id: 'name', label: 'Name', maxLength: 40, nextField: 'amount' }] },
      ],
    },
    {
      cells: [
        { components: [{ kind: 'input', id: 'amount', label: 'Amount', format: 'number', maxLength: 8 }] },
        { components: [{ kind: 'input', id: 'due', label: 'Due', format: 'date' }] },
      ],
    },
    { cells: [{ span: 2, components: [{ kind: 'textarea', id: 'notes', label: 'Notes', maxLength: 300 }] }] },
    {
      cells: [
        { components: [{ kind: 'calendar', id: 'day', label: 'Day' }] },
        {
          components: [
            { kind: 'radio', id: 'paid', label: 'Paid?', options },
            { kind: 'checkbox', id: 'urgent', label: 'Urgent' },
            { kind: 'dropdown', id: 'via', label: 'Sent by', options },
          ],
        },
      ],
    },
    {
      cells: [
        { components: [{ kind: 'image', src: 'resources/map.png', alt: 'A map' }] },
        {
          components: [
            {
              kind: 'hotspot',
              id: 'where',
              label: 'Where?',
              src: 'resources/map.png',
              alt: 'A map',
              most: 2,
              areas: [
                { id: 'north', name: 'North', x: 0, ...area },
                { id: 'south', name: 'South', x: 40, ...area },
                { id: 'east', name: 'East', x: 80, ...area },
              ],
            },
            { kind: 'fileButton', id: 'invoice', label: 'Invoice' },
            {
              kind: 'recording',
              id: 'call',
              label: 'Call',
              src: 'resources/call.mp3',
              captions: 'resources/call.vtt',
              most: 2,
            },
            { kind: 'recording', id: 'film', label: 'Film', src: 'resources/film.webm', most: 2 },
            { kind: 'drawing', id: 'sketch', label: 'Sketch', ...map, width: 200, height: 100 },
            {
              ...{ kind: 'custom', id: 'code', label: 'Code', type: 'urn:x:code', module: 'code', markup: '<p>Press</p>' },
              modules: [{ id: 'code', file: 'code.js' }],
              files: [{ name: 'code.js', src: 'resources/code.js' }],
              properties: [{ name: 'most', value: '5' }],
            },
          ],
        },
      ],
    },
    {
      cells: [
        {
          components: [
            { kind: 'areaOrder', id: 'route', label: 'Route', ...map, least: 1, most: 2, areas: coasts },
            {
              ...{ kind: 'areaPairs', id: 'lines', label: 'Lines', ...map, most: 2 },
              areas: coasts.map((one) => ({ ...one, most: 2 })),
            },
          ],
        },
        {
          components: [
            {
              ...{ kind: 'areaCards', id: 'tags', label: 'Tags', ...map, areas: coasts.map((one) => ({ ...one, most: 2 })) },
              cards: [
                { id: 'port', name: 'A port' },
                { id: 'light', name: 'A light', src: 'resources/light.png', most: 3 },
              ],
            },
            {
              ...{ kind: 'points', id: 'spots', label: 'Spots', ...map, width: 200, height: 100, most: 2 },
              marker: { src: 'resources/pin.png', width: 16, height: 16 },
            },
          ],
        },
      ],
    },
    {
      family: 'sending',
      state: 'open',
      cells: [{ components: [{ kind: 'button', name: 'Prepare', rowStates: { sending: 'going' } }] }],
    },
    {
      family: 'sending',
      state: 'going',
      cells: [
        {
          components: [
            { kind: 'timer', id: 'wait', label: 'Sending', seconds: 2, finishedText: 'Ready', rowStates: { sending: 'ready' } },
          ],
        },
      ],
    },
    {
      family: 'sending',
      state: 'ready',
      cells: [{ components: [{ kind: 'button', name: 'Send', action: 'send', confirm: true }] }],
    },
  ],
}

const idsOf = ({ kind, ...field }: GridField): string[] => {
  if ('options' in field) return field.options.map(({ id }) => id)
  return 'areas' in field ? field.areas.map(({ id }) => id) : kind === 'checkbox' || kind === 'timer' ? ['1'] : []
}

/** What somebody may enter into a field, and the field then refuse or shorten. */
const entered = (field: GridField): fc.Arbitrary<string> => {
  const ids = idsOf(field)
  if (field.kind === 'hotspot' || field.kind === 'areaOrder') return fc.shuffledSubarray(ids).map((some) => some.join(' '))
  if (field.kind === 'areaPairs' || field.kind === 'areaCards') {
    const from = field.kind === 'areaCards' ? field.cards.map(({ id }) => id) : ids
    const pair = fc.tuple(fc.constantFrom(...from, 'x'), fc.constantFrom(...ids))
    return fc.array(pair, { maxLength: 4 }).map((pairs) => pairs.map((one) => one.join(':')).join(' '))
  }
  if (field.kind === 'points') {
    const point = fc.tuple(fc.integer({ min: -1, max: field.width + 1 }), fc.integer({ min: -1, max: field.height + 1 }))
    return fc.array(point, { maxLength: 3 }).map((points) => points.map((one) => one.join(',')).join(' '))
  }
  if (field.kind === 'drawing')
    return fc.oneof(arbitraryDrawing(field).map(writeDrawing), fc.constantFrom('no drawing', 'nor\u001ethis'))
  if (field.kind === 'custom')
    return fc.constantFrom('{"response":{"base":{"integer":3}},"state":null}', '{"response":null,"state":"x"}', '{}', 'x')
  if (field.kind === 'recording') return fc.constantFrom('1@0', '2', '2@12', '3', '0', '1@')
  if (ids.length > 0) return fc.constantFrom(...ids, 'x')
  if (field.kind === 'calendar' || (field.kind === 'input' && field.format === 'date'))
    return fc.constantFrom('2026-06-21', '2026-02-29', '2028-02-29', '2026-06-00', '2026-13-01', 'soon')
  return fc.array(fc.oneof(awkwardText, fc.constantFrom('\u001c', '\u001d', '\u001e', '\u001f'))).map((parts) => parts.join(''))
}

/** Any answer that a learner can make to a form. */
export const anyGridAnswer = (form: GridForm): fc.Arbitrary<GridAnswer> =>
  fc
    .record({
      values: fc.tuple(...fieldsOf(form).map((field) => fc.tuple(fc.constant(field), entered(field)))),
      states: fc.tuple(
        ...[...familiesOf(form)].map(([family, states]) => fc.tuple(fc.constant(family), fc.constantFrom(...states))),
      ),
      action: fc.constantFrom(null, ...form.actions.map(({ id }) => id)),
      confirmed: fc.boolean(),
    })
    .map(({ values, states, action, confirmed }) => ({
      values: values.reduce((answer, [field, text]) => setField(answer, field, text), emptyGridAnswer).values,
      rowStates: new Map(states.filter(([family, state]) => [...(familiesOf(form).get(family) ?? [])].indexOf(state) > 0)),
      action,
      confirmed,
    }))
