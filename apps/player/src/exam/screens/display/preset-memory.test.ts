import { memoryStorage } from '@sitwell/client/testing/memory-storage'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { displayOf, keepDisplay } from './display.ts'
import { lookToPutOn, putOn } from './preset-memory.ts'

const usual = { textPercent: 100, theme: 'Default' }

const world = () => {
  const storage = memoryStorage()
  let current = 'Default'
  const themes = {
    choices: ['Default', 'White on Black', 'Yellow on Black'].map((name) => ({ name })),
    current: () => current,
    choose: (name: string) => {
      current = name
    },
  }
  const open = (presets: Parameters<typeof putOn>[2]) => putOn(storage, 'ann', presets, { themes, usualTheme: 'Default' })
  return { storage, themes, open, look: () => [displayOf(storage, 'ann').textPercent, current] }
}
test('what is set for somebody is put on once; what they choose afterwards holds, until something else is set', () => {
  const { storage, themes, open, look } = world()
  open({ textPercent: 150, theme: 'Yellow on Black' })
  expect(look()).toEqual([150, 'Yellow on Black'])
  keepDisplay(storage, 'ann', { textPercent: 125, hidesClock: true })
  themes.choose('White on Black')
  open({ textPercent: 150, theme: 'Yellow on Black' })
  expect(look()).toEqual([125, 'White on Black'])
  open({ textPercent: 200, theme: 'Yellow on Black' })
  expect(look()).toEqual([200, 'White on Black'])
  expect(displayOf(storage, 'ann').hidesClock).toBe(true)
})

test('what is withdrawn gives back the usual look, but for what the learner has chosen; a theme that is no more changes nothing', () => {
  const { themes, open, look } = world()
  open({ textPercent: 150, theme: 'Yellow on Black' })
  open({})
  expect(look()).toEqual([100, 'Default'])
  open({ textPercent: 150, theme: 'Harbour' })
  expect(look()).toEqual([150, 'Default'])
  open({ theme: 'Yellow on Black' })
  themes.choose('White on Black')
  open({})
  expect(look()).toEqual([100, 'White on Black'])
})

test('an exam that opens again with the same presets changes nothing, whatever is shown; a new one always shows', () => {
  const look = fc.record(
    { textPercent: fc.constantFrom(125, 150, 200), theme: fc.constantFrom('Default', 'White on Black') },
    { requiredKeys: [] },
  )
  const shown = fc.record({ textPercent: fc.constantFrom(100, 125, 200), theme: fc.constantFrom('Default', 'White on Black') })
  void fc.assert(
    fc.property(look, look, shown, (before, now, seen) => {
      expect(lookToPutOn(now, now, { shown: seen, usual })).toEqual({})
      const changed = lookToPutOn(before, now, { shown: seen, usual })
      if (now.textPercent !== undefined && now.textPercent !== before.textPercent)
        expect(changed.textPercent).toBe(now.textPercent)
      if (now.theme !== undefined && now.theme !== before.theme) expect(changed.theme).toBe(now.theme)
    }),
  )
})

// Only ever add to these: they are what browsers hold.
test('what cannot be read counts as nothing that was put on', () => {
  for (const stored of ['{', '{"version":9}', '{"version":1,"people":{"ann":{"textPercent":"x"}}}']) {
    const { storage, open, look } = world()
    storage.setItem('sitwell.presets', stored)
    open({ textPercent: 125 })
    expect(look(), stored).toEqual([125, 'Default'])
  }
  const { storage, open, look } = world()
  storage.setItem('sitwell.presets', '{"version":1,"people":{"ann":{"textPercent":150,"theme":"White on Black"}}}')
  open({ textPercent: 150, theme: 'White on Black' })
  expect(look()).toEqual([100, 'Default'])
})
