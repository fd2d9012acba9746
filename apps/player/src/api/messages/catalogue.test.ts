import { expect, test } from 'vitest'
import { createCatalogue, joinMessages } from './catalogue.ts'
import { defaultMessages } from './default-messages.ts'
import { arabic, english } from './languages.ts'

const greeting = { greeting: { en: 'Hello {name}', ar: 'مرحبًا {name}' } }

test('a text is the server’s where it has one, else the default of the learner’s language', () => {
  expect(createCatalogue(greeting, english).text('greeting', { name: 'Ann' })).toBe('Hello Ann')
  expect(createCatalogue(greeting, arabic).text('greeting', { name: 'Ann' })).toBe('مرحبًا \u2068Ann\u2069')
  expect(createCatalogue(greeting, english, new Map([['greeting', 'Dear {name}']])).text('greeting', { name: 'Ann' })).toBe(
    'Dear Ann',
  )
})

test('a value that reads the other way is set apart from the text around it, and no other', () => {
  const [inEnglish, inArabic] = [createCatalogue(greeting, english), createCatalogue(greeting, arabic)]
  expect(inEnglish.text('greeting', { name: 'مينا' })).toBe('Hello \u2068مينا\u2069')
  expect(inEnglish.text('greeting', { name: '(Ann)' })).toBe('Hello (Ann)')
  expect(inArabic.text('greeting', { name: '«Ann»' })).toBe('مرحبًا \u2068«Ann»\u2069')
  expect(inArabic.text('greeting', { name: 'مينا' })).toBe('مرحبًا مينا')
  expect(inArabic.text('greeting', { name: 12 })).toBe('مرحبًا 12')
})

test('a placeholder without a value stays, so that the mistake is seen', () => {
  expect(createCatalogue(greeting, english).text('greeting')).toBe('Hello {name}')
})

// MSG-201 ERR-119
test('a missing text says so, in one way alone and in another among others', () => {
  const catalogue = createCatalogue(greeting, english)
  expect(catalogue.text('absent')).toBe('MESSAGE_UNDEFINED')
  expect(catalogue.texts(['greeting', 'absent'])).toEqual(['Hello {name}', 'MESSAGE UNDEFINED'])
})

// MSG-103
test('an id that two sets define throws', () => {
  expect(() => joinMessages([greeting, { other: { en: 'a', ar: 'ب' } }, greeting])).toThrow('greeting is defined twice')
})

// MSG-104
test('the network-error view never goes without words', () => {
  for (const empty of ['', '  ', 'MESSAGE_UNDEFINED', 'MESSAGE UNDEFINED']) {
    const catalogue = createCatalogue(defaultMessages, english, new Map([['networkError.title', empty]]))
    expect(catalogue.textOrDefault('networkError.title')).toBe('Network Error.')
  }
  expect(createCatalogue(defaultMessages, english).textOrDefault('networkError.subheader')).toBe(
    'Please try again in a few moments.',
  )
})

// MSG-105
test('the two messages about the browser’s buttons have a wording each', () => {
  const catalogue = createCatalogue(defaultMessages, english)
  expect(catalogue.text('navigation.cannotNavigate')).not.toBe(catalogue.text('navigation.interrupted'))
})

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()

test('both languages say everything, with the same values in it', () => {
  for (const [id, { en, ar }] of Object.entries(defaultMessages)) {
    expect(ar.trim(), id).not.toBe('')
    expect(placeholders(ar), id).toEqual(placeholders(en))
  }
})
