import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitsAsGiven, lookOf, pairIds, roundedDown } from './contrast-pairs.ts'

const part = fc.nat(255).map((one) => one.toString(16).padStart(2, '0'))
const aColour = fc.tuple(part, part, part).map((parts) => `#${parts.join('')}`)

const pairsOf = (primaryColour: string, secondaryColour: string, buttonsInSecondaryColour = false) =>
  lookOf({ primaryColour, secondaryColour, buttonsInSecondaryColour })?.pairs ?? []

test('whatever two colours somebody picks, all that is shown has the contrast that it needs', () => {
  void fc.assert(
    fc.property(aColour, aColour, fc.boolean(), (primary, secondary, buttons) => {
      const pairs = pairsOf(primary, secondary, buttons)
      expect(pairs.map(({ id }) => id)).toEqual(pairIds)
      for (const { id, shown, least } of pairs) expect(shown, id).toBeGreaterThanOrEqual(least)
    }),
  )
})

test('the contrasts are those of WCAG 2, from 1 to 21, and those that are too low are found', () => {
  const [text, link, button, , bar] = pairsOf('#ffffff', '#ffffff')
  expect(link?.given).toBeCloseTo(1, 5)
  expect([text, link, button, bar].map((pair) => pair !== undefined && fitsAsGiven(pair))).toEqual([false, false, false, false])
  const black = pairsOf('#000000', '#000000')
  expect(black.find(({ id }) => id === 'bar')?.given).toBeCloseTo(21, 5)
  expect(black.every(fitsAsGiven)).toBe(true)
  // #767676 on white is the best known edge: 4.54.
  expect(pairsOf('#767676', '#000000').find(({ id }) => id === 'link')?.given).toBeCloseTo(4.542, 3)
  expect(pairsOf('#777777', '#000000').find(({ id }) => id === 'link')?.given).toBeCloseTo(4.478, 3)
})

test('what is no colour gets no verdict, and an empty field is the default', () => {
  for (const trick of ['red', '#12', 'rgb(0,0,256)', 'transparent', '#fff; color: red', 'url(x)'])
    expect(lookOf({ primaryColour: trick, secondaryColour: '', buttonsInSecondaryColour: false })).toBeUndefined()
  expect(pairsOf('', '  ')).toEqual(pairsOf('#1CA286', '#364651'))
})

test('a contrast is never shown as more than it is', () => {
  void fc.assert(
    fc.property(fc.double({ min: 1, max: 21, noNaN: true }), (ratio) => {
      expect(roundedDown(ratio)).toBeLessThanOrEqual(ratio)
      expect(ratio - roundedDown(ratio)).toBeLessThan(0.1000001)
    }),
  )
  expect(roundedDown(4.4999)).toBe(4.4)
})
