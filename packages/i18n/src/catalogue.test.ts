import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { createCatalogue } from './catalogue.ts'
import { compile } from './compile.ts'
import { fill } from './format.ts'
import { arabic, english, german, languages, welsh } from './languages.ts'
import type { MessageId } from './message-ids.ts'
import { readOwnTexts } from './own-texts.ts'
import { textsOf } from './testing/texts-of.ts'

/** A made-up text stands under an id that there is. */
const id: MessageId = 'bar.welcome'
const inLanguage = (text: string, language = english) => createCatalogue({ [id]: compile(text) }, language)
const withOwn = async (own: string, language = english) =>
  createCatalogue({ [id]: compile('Hello {name}') }, language, await readOwnTexts(new Map([[id, own]])))

describe('whose text it is', () => {
  test('a text is the organisation’s if it has one, otherwise the default', async () => {
    expect(inLanguage('Hello {name}').text(id, { name: 'Ann' })).toBe('Hello Ann')
    expect((await withOwn('Dear {name}')).text(id, { name: 'Ann' })).toBe('Dear Ann')
  })

  test('an organisation may write plurals; what can’t be read gives way to the text that ships, and never throws', async () => {
    const plural = '{name, plural, one {# file} other {# files}}'
    expect((await withOwn(plural)).text(id, { name: 2 })).toBe('2 files')
    for (const broken of [
      '{name, plural, one {# file}',
      '{name, plural, one {# file}}',
      '{name, number, ::wat}',
      '{name, plurals, other {x}}',
    ])
      expect((await withOwn(broken)).text(id, { name: 'Ann' }), broken).toBe('Hello Ann')
  })

  test('apostrophes and lonely braces of an organisation are what they are', async () => {
    expect((await withOwn("L'{name} d''ici { } '{'")).text(id, { name: 'Ann' })).toBe("L'Ann d''ici { } '{'")
  })

  test('any text of an organisation gives a readable result', async () => {
    const piece = fc.constantFrom(
      '{name}',
      '{name, plural, ',
      'one {',
      'other {',
      '}',
      '#',
      "'",
      ' Hello ',
      '{',
      '<b>',
      'select, ',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
        expect(typeof (await withOwn(pieces.join(''))).text(id, { name: 'Ann' })).toBe('string')
      }),
    )
  })

  // MSG-201 ERR-119
  test('a missing text says so, in one way alone and in another among others', () => {
    const catalogue = inLanguage('Hello {name}')
    expect(catalogue.text('app.name')).toBe('MESSAGE_UNDEFINED')
    expect(catalogue.texts([id, 'app.name'])).toEqual(['Hello {name}', 'MESSAGE UNDEFINED'])
  })

  // MSG-104
  test('the network-error view never goes without words', async () => {
    const messages = { 'networkError.title': compile('Network Error.') }
    for (const empty of ['', '  ', 'MESSAGE_UNDEFINED', 'MESSAGE UNDEFINED']) {
      const own = await readOwnTexts(new Map([['networkError.title', empty]]))
      expect(createCatalogue(messages, english, own).textOrDefault('networkError.title')).toBe('Network Error.')
    }
    expect(textsOf().textOrDefault('networkError.subheader')).toBe('Please try again in a few moments.')
  })

  // MSG-105
  test('the two messages about the browser’s buttons have a wording each', () => {
    for (const language of languages) {
      const { text } = textsOf(language)
      expect(text('navigation.cannotNavigate')).not.toBe(text('navigation.interrupted'))
    }
  })
})

describe('what is filled in', () => {
  test('a value that reads the other way is set apart from the text around it, and no other', () => {
    const [inEnglish, inArabic] = [inLanguage('Hello {name}'), inLanguage('مرحبًا {name}', arabic)]
    expect(inEnglish.text(id, { name: 'مينا' })).toBe('Hello \u2068مينا\u2069')
    expect(inEnglish.text(id, { name: '(Ann)' })).toBe('Hello (Ann)')
    expect(inArabic.text(id, { name: '«Ann»' })).toBe('مرحبًا \u2068«Ann»\u2069')
    expect(inArabic.text(id, { name: 'مينا' })).toBe('مرحبًا مينا')
    expect(inArabic.text(id, { name: 12 })).toBe('مرحبًا 12')
  })

  test('a first and a last name that read the other way keep their order: they are set apart together', () => {
    const welcome = inLanguage('مرحبًا {first} {last}', arabic)
    expect(welcome.text(id, { first: 'Lena', last: 'Lindqvist' })).toBe('مرحبًا \u2068Lena Lindqvist\u2069')
    expect(welcome.text(id, { first: 'Lena', last: 'حداد' })).toBe('مرحبًا \u2068Lena\u2069 حداد')
    expect(inLanguage('{a}، {b}', arabic).text(id, { a: 'One', b: 'Two' })).toBe('\u2068One\u2069، \u2068Two\u2069')
  })

  test('also inside a plural, and what a text is chosen by is compared as it is', () => {
    const text = '{who, select, her {{count, plural, one {ملف {name}} other {# ملفات {name}}}} other {؟}}'
    expect(inLanguage(text, arabic).text(id, { who: 'her', count: 3, name: 'Ann' })).toBe('3 ملفات \u2068Ann\u2069')
  })

  test('a placeholder without a value stays, so that the mistake is seen', () => {
    expect(inLanguage('Hello {name}').text(id)).toBe('Hello {name}')
    expect(inLanguage('{n, plural, one {# file} other {# files}} of {name}').text(id, { n: 1 })).toBe('1 file of {name}')
  })

  test('numbers are written as the language writes them', () => {
    const text = compile('{n, number}')
    expect([english, german, welsh].map((language) => fill(text, language, { n: 12_345.5 }))).toEqual([
      '12,345.5',
      '12.345,5',
      '12,345.5',
    ])
  })

  test('each number takes the form that its language has for it', () => {
    const forms = new Map(
      languages.map((language) => {
        const { pluralCategories } = new Intl.PluralRules(language.code).resolvedOptions()
        return [language, pluralCategories] as const
      }),
    )
    expect([...forms].map(([{ code }, { length }]) => [code, length])).toEqual([
      ['en-GB', 2],
      ['ar', 6],
      ['de', 2],
      ['cy', 6],
    ])
    fc.assert(
      fc.property(fc.constantFrom(...forms.keys()), fc.nat(1000), (language, n) => {
        const all = compile(`{n, plural, ${(forms.get(language) ?? []).map((form) => `${form} {${form}:#}`).join(' ')}}`)
        const filled = fill(all, language, { n })
        const number = new Intl.NumberFormat(language.code).format(n)
        expect(filled).toBe(`${new Intl.PluralRules(language.code).select(n)}:${number}`)
      }),
    )
  })
})

test('plural rules are created once per language', () => {
  const made = vi.spyOn(Intl, 'PluralRules')
  for (let files = 0; files < 50; files += 1) fill(compile('{n, plural, one {# file} other {# files}}'), arabic, { n: files })
  expect(made.mock.calls.length).toBeLessThanOrEqual(1)
  made.mockRestore()
})
