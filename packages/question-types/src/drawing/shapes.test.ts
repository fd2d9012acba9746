import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Drawing } from './drawing.ts'
import { distanceTo, markAt, simplified } from './geometry.ts'
import { toSvg } from './shapes.ts'
import { arbitraryDrawing } from './testing/arbitrary-drawing.ts'

const size = { width: 200, height: 100 }
const drawing: Drawing = {
  ...size,
  marks: [
    { kind: 'stroke', colour: 'b', width: 2, points: [[10, 10], [20, 20.5]] }, // biome-ignore format: short points
    { kind: 'line', colour: 'r', width: 1, points: [[0, 50], [100, 50]] }, // biome-ignore format: short points
    { kind: 'text', colour: 'k', at: [5, 90], text: `<script>alert("1")</script> & 'so'` },
  ],
  said: '',
}

/** What every tag of a picture may be, number by number. */
const tag =
  /^<(\/?g|\/svg|\/text|svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+" width="\d+" height="\d+" role="img" aria-label="[^"<>]*"|rect width="\d+" height="\d+" fill="#ffffff"\/|g fill="none" stroke-linecap="round" stroke-linejoin="round"( font-family="sans-serif" font-weight="600")?|path d="[ML\d. ]+" stroke="#[0-9a-f]{6}" stroke-width="[\d.]+"\/|text x="[\d.]+" y="[\d.]+" font-size="[\d.]+" fill="#[0-9a-f]{6}" stroke="#ffffff" stroke-width="[\d.]+" paint-order="stroke")>$/

test('a drawing becomes a picture of known tags alone: nothing that a learner wrote is markup in it', () => {
  const svg = toSvg(drawing, { name: 'Sketch of "q" & <b>' })
  expect(svg).toContain('<path d="M10 10L20 20.5" stroke="#0b5cad" stroke-width="1"/>')
  expect(svg).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;so&#39;</text>')
  expect(svg).toContain('aria-label="Sketch of &quot;q&quot; &amp; &lt;b&gt;"')
  fc.assert(
    fc.property(arbitraryDrawing(size), fc.string(), (any, name) => {
      for (const one of toSvg(any, { name }).match(/<[^>]*>/g) ?? []) expect(one).toMatch(tag)
    }),
  )
})

test('a dot is drawn, and a picture below the drawing where there is one', () => {
  const dot: Drawing = { ...size, marks: [{ kind: 'stroke', colour: 'g', width: 3, points: [[7, 8]] }], said: '' }
  expect(toSvg(dot, { name: 'x' })).toContain('d="M7 8L7 8"')
  expect(toSvg(dot, { name: 'x', picture: 'data:image/png;base64,AA"' })).toContain(
    '<image href="data:image/png;base64,AA&quot;" width="200" height="100"',
  )
})

test('a stroke loses only points that lie on its way, and never its ends', () => {
  const point = fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 100 }))
  fc.assert(
    fc.property(
      fc.array(point, { minLength: 1, maxLength: 60 }),
      fc.double({ min: 0, max: 5, noNaN: true }),
      (points, within) => {
        const kept = simplified(points, within)
        expect([kept[0], kept.at(-1)]).toEqual([points[0], points.at(-1)])
        for (const one of points) {
          const nearest = Math.min(...kept.map((to, at) => distanceTo(one, kept[at - 1] ?? to, to)))
          expect(nearest).toBeLessThanOrEqual(within + 1e-9)
        }
      },
    ),
  )
  expect(simplified([[0, 0], [5, 0], [10, 0]], 0.5)).toEqual([[0, 0], [10, 0]]) // biome-ignore format: short points
})

test('what lies uppermost at a point is found: a stroke along its way, a text by its box', () => {
  expect(markAt(drawing, [15, 15], 2)).toBe(0)
  expect(markAt(drawing, [60, 51], 2)).toBe(1)
  expect(markAt(drawing, [20, 88], 2)).toBe(2)
  expect(markAt(drawing, [150, 20], 2)).toBeUndefined()
})
