import { expect, test } from 'vitest'
import {
  arabic,
  english,
  languageById,
  languageOfTag,
  languageOfVisitor,
  languages,
  offeredLanguages,
  welsh,
} from './languages.ts'

test('a record’s language is known by its number, a browser’s by its tag; every other one is English', () => {
  expect(languages.map(({ id }) => languageById(id))).toEqual(languages)
  expect(languageById(99)).toBe(english)
  expect(languageById(undefined)).toBe(english)
  expect([' ar_EG', 'AR', 'en-GB', 'arc', ''].map(languageOfTag)).toEqual([arabic, arabic, english, undefined, undefined])
})

test('a visitor is spoken to in the language that they read best, of those that are offered', () => {
  expect(languageOfVisitor(['fr', 'ar', 'en'])).toBe(arabic)
  expect(languageOfVisitor(['fr'])).toBe(english)
  expect(languageOfVisitor(['ar', 'en'], [english])).toBe(english)
  expect(languageOfVisitor(['cy'], [arabic])).toBe(arabic)
})

test('an organisation that names one language, or none that there is, offers no choice', () => {
  expect(offeredLanguages([4, 1, 99])).toEqual([english, welsh])
  for (const ids of [undefined, [], [3], [3, 99]]) expect(offeredLanguages(ids)).toEqual([])
})
