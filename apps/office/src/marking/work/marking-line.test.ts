import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  advanced,
  aheadOf,
  back,
  emptyLine,
  leastAhead,
  type MarkingLine,
  mayGoBack,
  mostBehind,
  renewed,
  reopened,
  shownIn,
  wantedIn,
  withFetched,
  withoutAhead,
} from './marking-line.ts'

interface Response {
  readonly responseID: string
  readonly asOf?: number
}
type Line = MarkingLine<Response>
const response = (number: number): Response => ({ responseID: `r${number}` })
const numbers = fc.array(fc.nat(12), { maxLength: 6 })

type Step = (line: Line) => Line
const step: fc.Arbitrary<Step> = fc.oneof(
  numbers.map(
    (ids): Step =>
      (line) =>
        withFetched(line, ids.map(response)),
  ),
  fc.constant<Step>(advanced),
  fc.constant<Step>(back),
  fc.nat(12).map(
    (id): Step =>
      (line) =>
        reopened(line, response(id)),
  ),
  fc.nat(12).map(
    (id): Step =>
      (line) =>
        withoutAhead(line, (one) => one.responseID === `r${id}`),
  ),
)
const anyLine = fc.array(step, { maxLength: 40 }).map((steps) => steps.reduce<Line>((line, go) => go(line), emptyLine))

// OFFICE-303
test('whatever happens, no response is there twice, few are held, and one shows unless the next is waited for', () => {
  void fc.assert(
    fc.property(anyLine, (line) => {
      const ids = [...line.opened, ...line.ahead].map(({ responseID }) => responseID)
      expect(new Set(ids).size).toBe(ids.length)
      expect(line.ahead.length).toBeLessThanOrEqual(leastAhead)
      expect(line.opened.length).toBeLessThanOrEqual(mostBehind + 1)
      expect(line.at).toBeGreaterThanOrEqual(0)
      expect(line.at).toBeLessThanOrEqual(line.opened.length)
      if (shownIn(line) === undefined) expect(line.ahead).toEqual([])
    }),
  )
})

test('what comes or goes ahead never changes the response that shows', () => {
  void fc.assert(
    fc.property(anyLine, numbers, (line, ids) => {
      const shown = shownIn(line)
      if (shown === undefined) return
      expect(shownIn(withFetched(line, ids.map(response)))).toBe(shown)
      expect(shownIn(withoutAhead(line, () => true))).toBe(shown)
    }),
  )
})

test('the next one opens from what is here, in the order in which it came, and back leads to the one before', () => {
  void fc.assert(
    fc.property(anyLine, (line) => {
      const [before, next] = [shownIn(line), advanced(line)]
      if (before === undefined) return
      const isNewest = line.at === line.opened.length - 1
      expect(shownIn(next)).toBe(isNewest ? line.ahead[0] : line.opened[line.at + 1])
      expect(mayGoBack(next)).toBe(true)
      expect(shownIn(back(next))).toBe(before)
    }),
  )
})

test('while nothing shows, the first one that comes is shown at once', () => {
  const waiting = advanced(withFetched<Response>(emptyLine, [response(1)]))
  expect(shownIn(waiting)).toBeUndefined()
  expect(shownIn(withFetched(waiting, [response(1), response(2), response(3)]))).toEqual(response(2))
})

test('a response that is opened again shows as it stands by now, and what waited goes on behind it', () => {
  const line = withFetched<Response>(emptyLine, [1, 2, 3].map(response))
  const again = reopened(advanced(line), { ...response(1), asOf: 2 })
  expect(shownIn(again)).toEqual({ responseID: 'r1', asOf: 2 })
  expect(shownIn(advanced(again))).toEqual(response(2))
  const older = reopened(line, response(9))
  expect(shownIn(older)).toEqual(response(9))
  expect(older.ahead).toEqual([response(2), response(3)])
  expect(renewed(line, { ...response(3), asOf: 5 }).ahead[1]).toEqual({ responseID: 'r3', asOf: 5 })
})

test('more are asked for before the last one is opened, several at a time', () => {
  const lineOf = (count: number) => ({ ...emptyLine, ahead: Array.from({ length: count }, (_, at) => response(at)) })
  expect([0, 1, 2, 3, 4, 5].map((count) => wantedIn(lineOf(count)))).toEqual([5, 4, 3, 0, 0, 0])
})

test('never is so much held ahead that others find nothing: a tenth of what waits, within bounds', () => {
  expect([0, 1, 59, 60, 99, 149, 150, 100_000].map(aheadOf)).toEqual([5, 5, 5, 6, 9, 14, 15, 15])
})
