import { arabic, english, german, welsh } from '@sitwell/i18n/languages'
import { expect, test } from 'vitest'
import { checkMessages, faultsOfTexts, idsOfTwo } from './messages.ts'

const files = { a: '{n, plural, one {# file of {name}} other {# files of {name}}}', b: 'Close', c: 'Nothing of yours is lost' }

test('a complete language has no fault', () => {
  expect(faultsOfTexts(files, files, english)).toEqual([])
  const texts = {
    a: '{n, plural, one {# Datei von {name}} other {# Dateien von {name}}}',
    b: 'Close',
    c: 'Nichts ist verloren',
  }
  expect(faultsOfTexts(texts, files, german)).toEqual([])
})

test('a text that is missing, empty, broken, forgotten or unknown is reported', () => {
  expect(faultsOfTexts({ a: '{n, plural, one {x}', b: ' ', c: files.c, d: 'x' }, files, german)).toEqual([
    expect.stringContaining("a can't be read"),
    'b has no text',
    'c is English',
    'd is no text of the English file',
  ])
  expect(faultsOfTexts({ b: 'Zu', c: 'Weg' }, files, german)).toEqual(['a is missing; English stands in for it'])
})

test('the values are those of English, and each plural has all forms of its language and no others', () => {
  const of = (a: string) => ({ ...files, a, c: 'Dim byd' })
  expect(faultsOfTexts(of('{n} ffeil {naem}'), files, welsh)).toEqual([
    'a has no plural for {n}',
    'a is filled in with {n}, {naem}, the English one with {n}, {name}',
  ])
  const two = '{n, plural, one {# {name}} other {# {name}}}'
  expect(faultsOfTexts(of(two), files, arabic).map((fault) => /“(\w+)”/.exec(fault)?.[1])).toEqual([
    'zero',
    'two',
    'few',
    'many',
  ])
  expect(
    faultsOfTexts(of('{n, plural, =0 {no {name}} few {# {name}} one {# {name}} other {# {name}}}'), files, german),
  ).toEqual(['a has a form “few” for {n} that Deutsch has not'])
})

// MSG-103
test('an id that two files have is reported', () => {
  expect(idsOfTwo({ exam: ['a', 'b'], outro: ['c', 'b'] })).toEqual(['en/outro.json: b stands in exam.json too'])
})

test('every language that ships is complete', async () => {
  expect(await checkMessages()).toMatchObject({ ok: true })
})
