import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordsOf } from '../../folded-name.ts'
import { hasWords } from './name-search.ts'

const finds = (search: string, ...fields: string[]) => hasWords(fields, wordsOf(search))

test('a name is found without its accents, capitals, points and vowel signs, and with them', () => {
  for (const [name, ...searches] of [
    ['Éloïse', 'éloïse', 'ÉLOÏSE', 'eloise', 'E\u0301loi\u0308se'],
    ['Weißmüller', 'WEISSMÜLLER', 'weissmuller', 'weiß', 'WEIẞ'],
    ['Llŷr', 'LLŶR', 'llyr'],
    ['Siân Ŵyn', 'sian', 'ŵYN SIÂN', 'wyn'],
    ['İpek Işık', 'ipek', 'IPEK', 'işık', 'isik', 'ISIK'],
    ['أحمد', 'احمد', 'أَحْمَد', 'أحـمد'],
    ['فاطمة', 'فاطمه', 'فَاطِمَة'],
    ['ليلى', 'ليلي', 'لیلی'],
    ['Øystein Łukasz', 'oystein', 'LUKASZ'],
    ['Σωκράτης', 'ΣΩΚΡΑΤΗΣ', 'σωκρατης'],
    ['O’Leary-Smith', "o'leary", 'leary‑smith'],
    ['ﬁona', 'FIONA'],
  ] as const) {
    for (const search of [name, ...searches]) expect(finds(search, name), `${search} for ${name}`).toBe(true)
  }
  expect(finds('anna', 'Hannes')).toBe(false)
  expect(finds('ann lee', 'Ann', 'Li', 'alee')).toBe(true)
  expect(finds('ann lee', 'Ann', 'Li')).toBe(false)
})

test('any part of any name finds it, whatever is done to its capitals', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((one) => !/\s/.test(one))
  fc.assert(
    fc.property(name, (one) => {
      for (const search of [one, one.toLowerCase(), one.toUpperCase(), one.normalize('NFD'), one.normalize('NFC')])
        expect(finds(search, one)).toBe(true)
    }),
  )
})
