import { readFileSync } from 'node:fs'
import { textsOf } from '@sitwell/i18n/testing/texts-of'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Colour, contrast, formatColour, parseColour } from './colour.ts'
import { completeTheme } from './complete-theme.ts'
import { palette } from './palette.ts'
import { themeChoices } from './theme-choice.ts'
import { predefinedThemes, themeMessageId } from './themes.ts'

const none = { themes: {} }
const logoBar: Colour = [54, 70, 81]
const aColour = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map((parts) => formatColour(parts))
const read = (hex: string | undefined): Colour => {
  const colour = parseColour(hex ?? '')
  if (colour === undefined) throw new Error(`${hex} is not a colour`)
  return colour
}
const contrastOf = (tokens: Readonly<Record<string, string>>, one: string, other: string) =>
  contrast(read(tokens[`--colour-${one}`]), read(tokens[`--colour-${other}`]))

// THEME-101 THEME-108 ENT-112
test('the thirteen themes are offered under their names, Default first', () => {
  expect(themeChoices(none).map((choice) => choice.name)).toEqual([
    'Default',
    'White on Black',
    'Black on White',
    'Bright on Black',
    'Dark on Bright',
    'Black on Yellow',
    'Yellow on Black',
    'White on Purple',
    'Purple on White',
    'Light on Medium',
    'Medium on Light',
    'Medium on White',
    'Black on Purple',
  ])
})

test('each of the thirteen has its name in the catalogue, the English one as the specification has it', () => {
  const { text } = textsOf()
  for (const { name } of themeChoices(none)) expect(text(themeMessageId(name) ?? 'theme.default')).toBe(name)
  expect(themeMessageId('Harbour')).toBeUndefined()
})

// THEME-102 THEME-103 THEME-108
test('the default theme has the colours that the specification gives', () => {
  expect(predefinedThemes.Default).toMatchObject({ primary: '#1CA286', secondary: '#364651' })
})

const textPairs = [
  ['text', 'background'],
  ['text', 'surface'],
  ['text', 'sunken'],
  ['text-quiet', 'sunken'],
  ['text-quiet', 'background'],
  ['on-primary', 'primary'],
  ['on-primary', 'primary-pressed'],
  ['primary-text', 'surface'],
  ['primary-text', 'sunken'],
  ['on-selected', 'selected'],
  ['on-bar', 'bar'],
  ['on-danger', 'danger'],
  ['danger-text', 'surface'],
  ['on-warning-surface', 'warning-surface'],
  ['good-text', 'surface'],
] as const

for (const choice of themeChoices(none)) {
  test(`every text can be read, and every edge and focus ring seen, in ${choice.name}`, () => {
    for (const buttonsInSecondaryColour of [false, true]) {
      const tokens = palette(choice.theme, { isPlain: choice.isPlain, buttonsInSecondaryColour, logoBar })
      for (const [one, other] of textPairs)
        expect(contrastOf(tokens, one, other), `${one} on ${other}`).toBeGreaterThanOrEqual(4.5)
      for (const one of ['edge', 'focus', 'primary-edge', 'warning-shape'])
        for (const ground of ['surface', 'background'])
          expect(contrastOf(tokens, one, ground), `${one} on ${ground}`).toBeGreaterThanOrEqual(3)
    }
  })
}

test('buttons and texts are readable with any colours of an organisation', () => {
  fc.assert(
    fc.property(aColour, aColour, (primaryColour, secondaryColour) => {
      const [choice] = themeChoices({ primaryColour, secondaryColour, themes: {} })
      if (choice === undefined) throw new Error('Default is missing')
      const tokens = palette(choice.theme, { isPlain: choice.isPlain, buttonsInSecondaryColour: false, logoBar })
      for (const [one, other] of textPairs)
        expect(contrastOf(tokens, one, other), `${one} on ${other}`).toBeGreaterThanOrEqual(4.5)
    }),
  )
})

test('no text of a delivered theme has a contrast below 4.5, with any valid colours and buttons in either colour', () => {
  const anyTheme = fc.record({ primary: aColour, secondary: aColour, background: aColour }, { requiredKeys: [] })
  fc.assert(
    fc.property(anyTheme, fc.boolean(), fc.boolean(), (given, buttonsInSecondaryColour, isPlain) => {
      const reading = completeTheme(given)
      if (!reading.ok) return
      const tokens = palette(reading.theme, { isPlain, buttonsInSecondaryColour, logoBar })
      for (const [one, other] of textPairs)
        expect(contrastOf(tokens, one, other), `${one} on ${other}`).toBeGreaterThanOrEqual(4.5)
    }),
  )
})

test('a colour of an organisation that is none leaves the default one, and no theme of its own without a valid colour is offered', () => {
  const [first, ...others] = themeChoices({
    primaryColour: 'not a colour',
    secondaryColour: '#112233',
    themes: { Ours: { primary: '#800' }, Broken: { primary: 'rgb(1,2,300)' }, Empty: {} },
  })
  expect(first?.theme).toMatchObject({ primary: parseColour('#1CA286'), secondary: [17, 34, 51] })
  expect(others.map(({ name }) => name)).toContain('Ours')
  expect(others.map(({ name }) => name)).not.toContain('Broken')
  expect(others.map(({ name }) => name)).not.toContain('Empty')
})

// THEME-107
test('an organisation with that policy has its buttons in the secondary colour, others in the primary one', () => {
  const [choice] = themeChoices(none)
  if (choice === undefined) throw new Error('Default is missing')
  expect(palette(choice.theme, { isPlain: false, buttonsInSecondaryColour: true, logoBar })['--colour-primary']).toBe('#364651')
  expect(palette(choice.theme, { isPlain: false, buttonsInSecondaryColour: false, logoBar })['--colour-primary']).not.toBe(
    '#364651',
  )
})

// THEME-102 THEME-108
test('the colour of an organisation is shown unchanged, with readable text on it', () => {
  const [choice] = themeChoices(none)
  if (choice === undefined) throw new Error('Default is missing')
  const tokens = palette(choice.theme, { isPlain: false, buttonsInSecondaryColour: false, logoBar })
  expect(tokens['--colour-primary']).toBe('#1ca286')
  fc.assert(
    fc.property(aColour, (primaryColour) => {
      const [own] = themeChoices({ primaryColour, themes: {} })
      if (own === undefined) throw new Error('Default is missing')
      const given = palette(own.theme, { isPlain: false, buttonsInSecondaryColour: false, logoBar })
      expect(given['--colour-primary']).toBe(primaryColour)
    }),
  )
})

test('the orange of the clock’s warning has a contrast of 3:1 on every ground, with any colours of an organisation', () => {
  fc.assert(
    fc.property(aColour, aColour, aColour, fc.boolean(), (primary, secondary, background, isPlain) => {
      const reading = completeTheme({ primary, secondary, background })
      if (!reading.ok) throw new Error(reading.problem)
      const tokens = palette(reading.theme, { isPlain, buttonsInSecondaryColour: false, logoBar })
      for (const ground of ['surface', 'background', 'sunken'])
        expect(contrastOf(tokens, 'warning-shape', ground)).toBeGreaterThanOrEqual(3)
    }),
  )
})

// THEME-104
test('an invalid colour is rejected', () => {
  for (const primary of ['green-ish', '#12345', '#ggg', 'rgb(0,0,256)', '']) expect(completeTheme({ primary }).ok).toBe(false)
  expect(completeTheme({ primary: '#abc' }).ok).toBe(true)
  expect(parseColour('rgb(28, 162, 134)')).toEqual(parseColour('#1ca286'))
})

// THEME-105
test('a theme without any colour is rejected, one with any single colour is not', () => {
  expect(completeTheme({}).ok).toBe(false)
  for (const name of ['primary', 'secondary', 'background'] as const) expect(completeTheme({ [name]: '#123456' }).ok).toBe(true)
})

// THEME-106
test('a missing colour is generated with a contrast from 4.5 to 6 to the colour it goes with', () => {
  fc.assert(
    fc.property(aColour, fc.constantFrom('primary', 'secondary', 'background'), (colour, given) => {
      const reading = completeTheme({ [given]: colour })
      if (!reading.ok) throw new Error(reading.problem)
      const { primary, secondary, background } = reading.theme
      for (const ink of [primary, secondary]) {
        expect(contrast(ink, background)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(ink, background)).toBeLessThanOrEqual(6)
      }
    }),
  )
})

test('the stylesheet starts with the colours of the default theme, which avoids a flash while the player loads', () => {
  const [choice] = themeChoices(none)
  if (choice === undefined) throw new Error('Default is missing')
  const sheet = readFileSync(new URL('../../ui/src/tokens.css', import.meta.url), 'utf8')
  const declared = Object.fromEntries(
    [...sheet.matchAll(/(--colour-[\w-]+): (#\w+);/g)].map(([, name, value]) => [name, value]),
  )
  expect(declared).toEqual(palette(choice.theme, { isPlain: false, buttonsInSecondaryColour: false, logoBar }))
})
