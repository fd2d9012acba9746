import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  colours,
  countsOf,
  type Drawing,
  drawingOn,
  emptyDrawing,
  fitText,
  fitWords,
  isWithin,
  type Mark,
  most,
  mostOfDrawing,
  pointWithin,
  readDrawing,
  writeDrawing,
} from './drawing.ts'
import { arbitraryDrawing } from './testing/arbitrary-drawing.ts'

const size = { width: 200, height: 100 }
const sizes = fc.record({ width: fc.integer({ min: 1, max: 20_000 }), height: fc.integer({ min: 1, max: 20_000 }) })
const anyDrawing = sizes.chain(arbitraryDrawing)

const withMarks = (...marks: unknown[]) => JSON.stringify({ w: 200, h: 100, marks, said: '' })

test('a drawing is read back as it was written, and nothing is no drawing', () => {
  fc.assert(
    fc.property(anyDrawing, (drawing) => {
      const written = writeDrawing(drawing)
      if (written === '') expect(drawing).toEqual(emptyDrawing(drawing))
      else expect(readDrawing(written)).toEqual(drawing)
      expect(drawingOn(drawing, written)).toEqual(drawing)
    }),
  )
  expect(readDrawing('')).toBeUndefined()
  expect(drawingOn(size, undefined)).toEqual({ ...size, marks: [], said: '' })
})

describe('what is no drawing is refused as a whole', () => {
  test.each([
    ['no JSON', '{"w":200'],
    ['no object', '[]'],
    ['nothing', 'null'],
    ['another key', '{"w":200,"h":100,"marks":[],"said":"x","more":1}'],
    ['white space', '{"w":200, "h":100,"marks":[],"said":"x"}'],
    ['a key twice', '{"w":200,"w":200,"h":100,"marks":[],"said":"x"}'],
    ['no size', '{"w":0,"h":100,"marks":[],"said":"x"}'],
    ['a size that is no number', '{"w":"200","h":100,"marks":[],"said":"x"}'],
    ['a huge picture', '{"w":20001,"h":100,"marks":[],"said":"x"}'],
    ['no description', '{"w":200,"h":100,"marks":[["s","k",1,1,1]]}'],
    ['an empty drawing', '{"w":200,"h":100,"marks":[],"said":""}'],
    ['marks that are none', '{"w":200,"h":100,"marks":{"length":1},"said":"x"}'],
    ['an unknown mark', withMarks(['z', 'k', 1, 1, 1])],
    ['an unknown colour', withMarks(['s', 'toString', 1, 1, 1])],
    ['markup as a colour', withMarks(['s', '"/><script>', 1, 1, 1])],
    ['an unknown width', withMarks(['s', 'k', 4, 1, 1])],
    ['a stroke without points', withMarks(['s', 'k', 1])],
    ['half a point', withMarks(['s', 'k', 1, 1])],
    ['a point left of the picture', withMarks(['s', 'k', 1, -1, 1])],
    ['a point below the picture', withMarks(['s', 'k', 1, 1, 100.1])],
    ['a number that is a text', withMarks(['s', 'k', 1, '1', 1])],
    ['a number that is none', withMarks(['s', 'k', 1, null, 1])],
    ['infinity', '{"w":200,"h":100,"marks":[["s","k",1,1e999,1]],"said":""}'],
    ['less than nothing', '{"w":200,"h":100,"marks":[["s","k",1,-0,1]],"said":""}'],
    ['a finer number', withMarks(['s', 'k', 1, 1.25, 1])],
    ['a line of three points', withMarks(['l', 'k', 1, 1, 1, 2, 2, 3, 3])],
    ['a line of one point', withMarks(['l', 'k', 1, 1, 1])],
    ['a text that is none', withMarks(['t', 'k', 1, 1, 7])],
    ['an empty text', withMarks(['t', 'k', 1, 1, ' '])],
    ['a long text', withMarks(['t', 'k', 1, 1, 'x'.repeat(201)])],
    ['a text with a control character', withMarks(['t', 'k', 1, 1, 'a\u001eb'])],
    ['a text with half a character', withMarks(['t', 'k', 1, 1, 'a\ud800'])],
    ['a text with more behind it', withMarks(['t', 'k', 1, 1, 'a', 'b'])],
    ['a long description', JSON.stringify({ w: 200, h: 100, marks: [], said: 'x'.repeat(2001) })],
    ['a description with a control character', JSON.stringify({ w: 200, h: 100, marks: [], said: 'a\u0000' })],
    ['a stroke of too many points', withMarks(['s', 'k', 1, ...Array.from({ length: 4002 }, () => 1)])],
    ['too many marks', withMarks(...Array.from({ length: 1001 }, () => ['s', 'k', 1, 1, 1]))],
    ['more than it has room for', withMarks(...Array.from({ length: 999 }, () => ['t', 'k', 1, 1, 'x'.repeat(100)]))],
    ['something endless', `{"w":200,"h":100,"marks":[],"said":"${'x'.repeat(1_000_000)}"}`],
    ['a key of every object', '{"w":200,"h":100,"marks":[],"said":"x","__proto__":{}}'],
  ])('%s', (_, value) => expect(readDrawing(value)).toBeUndefined())

  test('anything at all', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (value) => readDrawing(value) === undefined),
      { numRuns: 300 },
    )
    // One character more, less or another, and what is read is still what it says.
    fc.assert(
      fc.property(anyDrawing, fc.nat(), fc.string({ maxLength: 1 }), (drawing, at, sign) => {
        const written = writeDrawing(drawing)
        if (written === '') return
        const place = at % written.length
        const changed = written.slice(0, place) + sign + written.slice(place + 1)
        const read = readDrawing(changed)
        if (read) expect(writeDrawing(read)).toBe(changed)
      }),
    )
  })
})

test('what may be drawn fits into what is read: the largest drawing is one', () => {
  const points = Array.from({ length: most.points }, (_, at) => [at / 10, 99.9] as const)
  const stroke: Mark = { kind: 'stroke', colour: 'k', width: 1, points }
  const marks: Mark[] = []
  while (isWithin([...marks, stroke])) marks.push(stroke)
  expect(marks.length).toBeGreaterThan(2)
  const drawing: Drawing = { ...size, marks, said: fitWords('"\n'.repeat(2000)) }
  expect(writeDrawing(drawing).length).toBeLessThanOrEqual(mostOfDrawing)
  expect(readDrawing(writeDrawing(drawing))).toEqual(drawing)
  expect(isWithin([{ ...stroke, points: [...points, [1, 1]] }])).toBe(false)
  expect(isWithin(Array.from({ length: most.marks + 1 }, () => ({ ...stroke, points: [[1, 1]] })))).toBe(false)
})

test('whatever is typed is cut to what may stand there, and any place to one in the picture', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 3000 }), (typed) => {
      const text = fitText(typed)
      const said = fitWords(typed)
      const marks: Mark[] = text.trim() === '' ? [] : [{ kind: 'text', colour: 'k', at: [1, 1], text }]
      const written = writeDrawing({ ...size, marks, said })
      if (written !== '') expect(readDrawing(written)).toEqual({ ...size, marks, said })
    }),
  )
  fc.assert(
    fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (x, y) => {
      const at = pointWithin(size, [x, y])
      const drawing: Drawing = { ...size, marks: [{ kind: 'stroke', colour: 'b', width: 2, points: [at] }], said: '' }
      expect(readDrawing(writeDrawing(drawing))).toEqual(drawing)
    }),
  )
})

test('each colour has at least 3 to 1 on white', () => {
  const channel = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
  for (const [letter, colour] of Object.entries(colours)) {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => channel(Number.parseInt(colour.slice(at, at + 2), 16) / 255))
    expect(1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05), letter).toBeGreaterThanOrEqual(4.5)
  }
})

test('what was drawn is counted by its kind', () => {
  const line: Mark = { kind: 'line', colour: 'k', width: 1, points: [[0, 0], [1, 1]] } // biome-ignore format: a short line
  expect(countsOf({ marks: [line, line, { kind: 'text', colour: 'k', at: [0, 0], text: 'a' }] })).toEqual({
    stroke: 0,
    line: 2,
    text: 1,
  })
})
