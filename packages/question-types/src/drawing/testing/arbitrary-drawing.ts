import fc from 'fast-check'
import { awkwardText } from '../../testing/arbitrary.ts'
import { type Colour, colours, type Drawing, fitText, fitWords, type Mark, type Point, type Size, widths } from '../drawing.ts'

const point = ({ width, height }: Size): fc.Arbitrary<Point> =>
  fc.tuple(fc.integer({ min: 0, max: width * 10 }), fc.integer({ min: 0, max: height * 10 })).map(([x, y]) => [x / 10, y / 10])

const mark = (size: Size): fc.Arbitrary<Mark> => {
  const colour = fc.constantFrom(...(Object.keys(colours) as Colour[]))
  const width = fc.constantFrom(...widths)
  const stroke = fc.record({
    kind: fc.constant('stroke' as const),
    colour,
    width,
    points: fc.array(point(size), { minLength: 1, maxLength: 12 }),
  })
  const line = fc.record({ kind: fc.constant('line' as const), colour, width, points: fc.tuple(point(size), point(size)) })
  const text = fc.record({
    kind: fc.constant('text' as const),
    colour,
    at: point(size),
    text: awkwardText.map((one) => fitText(one)).map((one) => (one.trim() === '' ? 'A' : one)),
  })
  return fc.oneof(stroke, line, text)
}

/** Any drawing of some marks on a picture of this size. */
export const arbitraryDrawing = (size: Size): fc.Arbitrary<Drawing> =>
  fc.record({
    width: fc.constant(size.width),
    height: fc.constant(size.height),
    marks: fc.array(mark(size), { maxLength: 8 }),
    said: awkwardText.map(fitWords),
  })
