import fc from 'fast-check'
import { expect, test } from 'vitest'
import { offeredByDefault, supports } from './explanations.ts'
import { isSamePresets, noPresets, offeredWith, type Preset, presetsOf } from './presets.ts'

const support = fc.constantFrom(...supports)
const some = fc.uniqueArray(support)
const preset: fc.Arbitrary<Preset> = fc.record(
  {
    textPercent: fc.constantFrom(125, 150, 200),
    theme: fc.constantFrom('White on Black', 'Default', 'Harbour'),
    supports: some,
    opensSupports: fc.boolean(),
    writtenAtMs: fc.integer({ min: 0, max: 3 }),
  },
  { requiredKeys: ['writtenAtMs'] },
)

test('of several accommodations the largest text, the newest theme and all supports count, in whatever order they are named', () => {
  void fc.assert(
    fc.property(fc.array(preset), preset, (before, one) => {
      const all = presetsOf([...before, one])
      expect(isSamePresets(presetsOf([one, ...before].reverse()), all)).toBe(true)
      const without = presetsOf(before)
      expect(all.textPercent ?? 0).toBeGreaterThanOrEqual(without.textPercent ?? 0)
      expect(all.supports ?? []).toEqual(expect.arrayContaining([...(without.supports ?? []), ...(one.supports ?? [])]))
      expect(all.supports ?? []).toEqual(expect.arrayContaining([...(all.opened ?? [])]))
    }),
  )
  const at = (writtenAtMs: number, theme: string): Preset => ({ writtenAtMs, theme })
  expect(presetsOf([at(2, 'Harbour'), at(3, 'White on Black'), { writtenAtMs: 4, textPercent: 125 }])).toEqual({
    ...{ theme: 'White on Black', textPercent: 125 },
  })
  expect(presetsOf([])).toEqual(noPresets)
})

test('a support that was left out on purpose is opened by an accommodation that says so, and by no other; none is ever taken away', () => {
  void fc.assert(
    fc.property(fc.option(some, { nil: undefined }), fc.array(preset), (says, each) => {
      const presets = presetsOf(each)
      const offered = offeredWith(says, presets, offeredByDefault) ?? offeredByDefault
      const before = says ?? offeredByDefault
      for (const one of before) expect(offered).toContain(one)
      for (const one of offered.filter((added) => !before.includes(added))) {
        const naming = each.filter((accommodation) => accommodation.supports?.includes(one))
        expect(naming.length).toBeGreaterThan(0)
        if (says !== undefined) expect(naming.some(({ opensSupports }) => opensSupports === true)).toBe(true)
      }
      for (const one of presets.opened ?? []) expect(offered).toContain(one)
    }),
  )
  const named = presetsOf([{ writtenAtMs: 1, supports: ['translation'] }])
  expect(offeredWith(undefined, named, offeredByDefault)).toEqual(supports)
  expect(offeredWith(['glossary'], named, offeredByDefault)).toEqual(['glossary'])
  const opening = presetsOf([{ writtenAtMs: 1, supports: ['translation'], opensSupports: true }])
  expect(offeredWith(['glossary'], opening, offeredByDefault)).toEqual(['glossary', 'translation'])
  expect(offeredWith(undefined, noPresets, offeredByDefault)).toBeUndefined()
})
