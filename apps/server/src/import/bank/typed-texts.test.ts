import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { equal12, fib12, item12, rule12, test12, text12 } from '../testing/qti1-item.ts'
import { answer, at, inBlanks, question, quiz, read, typed } from '../testing/read-bank.ts'

const ways = ['Straße', 'STRASSE', 'straße', 'STRAẞE', 'strasse']
const csv = (key: string) => `question,type,answer\nWeg?,text,"${key}"\n`
const short = (key: string, usecase: 0 | 1) =>
  quiz(question('shortanswer', 'Weg?', `<usecase>${usecase}</usecase>${answer(100, key)}`))

/** Each format in which a key is written, with a key in it; of those in which case counts for nothing. */
const formats: Readonly<Record<string, (key: string) => [name: string, content: string]>> = {
  'a table': (key) => ['set.csv', csv(key)],
  GIFT: (key) => ['set.gift', `Weg? {=${key}}`],
  'GIFT with a star': (key) => ['set.gift', `Weg? {=${key}*}`],
  Moodle: (key) => ['bank.xml', short(key, 0)],
  'Moodle with a star': (key) => ['bank.xml', short(`${key}*`, 0)],
  'QTI 1.2': (key) => ['set.xml', test12(item12(text12('Weg?') + fib12('r'), rule12(equal12('r', key, ''), 'Set 1')))],
}

test.each(Object.entries(formats))('in %s a key with ß is right in every case, and nothing is lost', async (_, write) => {
  const { all, leftOut } = await read(...write('Straße'))
  const scores = ways.map((text) => typed(at(all, 0), text))
  expect([scores, leftOut?.filter(({ loss }) => loss === 'marks')]).toEqual([ways.map(() => scores[0]), []])
  expect([scores[0], typed(at(all, 0), 'Strase')]).toEqual([expect.not.closeTo(0), 0])
})

test('where case counts, ß is neither SS nor ẞ', async () => {
  const { all, leftOut } = await read('bank.xml', short('Straße', 1))
  expect([ways.map((text) => typed(at(all, 0), text)), leftOut?.filter(({ loss }) => loss === 'marks')]).toEqual([
    [2, 0, 0, 0, 0],
    [],
  ])
})

test('in a text of Moodle too, with and without capitals that count', async () => {
  const { all } = await read('bank.xml', quiz(question('cloze', '{1:SA:=Größe~%50%g*} {1:SAC:=Maß}', '')))
  const share = (text: string) => inBlanks(at(all, 0), text) / at(all, 0).marks
  expect(['GRÖSSE|Maß', 'grösse|MASS', 'GRAS|Maß'].map(share)).toEqual([1, 0.5, 0.75])
})

test('every key is right as it is written and in capitals, in every format, whatever characters it has', async () => {
  const letters = fc.string({
    unit: fc.constantFrom(...'aZßẞİıiσςΣåéñ’\'"“–-\u00a0²₂'),
    minLength: 1,
    maxLength: 8,
  })
  await fc.assert(
    fc.asyncProperty(letters, fc.constantFrom(...Object.entries(formats)), async (key, [format, write]) => {
      // Of three letters s nobody knows which two were one.
      fc.pre(/\p{L}/u.test(key) && key === key.trim() && !/[ßẞ]{2}/.test(key))
      if (format === 'a table') fc.pre(!key.includes('"'))
      const { all, leftOut } = await read(...write(key))
      const scores = [key, key.toUpperCase(), key.toLowerCase()].map((text) => typed(at(all, 0), text) > 0)
      expect([scores, leftOut?.filter(({ loss }) => loss === 'marks')]).toEqual([[true, true, true], []])
    }),
    { numRuns: 60 },
  )
})

test.each(Object.entries(formats))('in %s apostrophes, dashes and spaces may be typed in any form', async (_, write) => {
  const { all } = await read(...write("l'Hay-les-Roses"))
  const scores = ["l'Hay-les-Roses", 'L’HAY–LES–ROSES', 'lʼhay\u2011les\u2011roses', 'l’hay-les-ro\u00adses\u200b'].map(
    (text) => typed(at(all, 0), text),
  )
  expect(scores).toEqual(scores.map(() => scores[0]))
  expect(scores[0]).toBeGreaterThan(0)
})

const found = join(import.meta.dirname, '../../../../../../shared/data/found')

describe.runIf(existsSync(found))('small real inputs, skipped where ../shared/data/found is absent', () => {
  test.each(['sharp-s.csv', 'sharp-s.gift'])('%s loses no marks', async (name) => {
    const { all, leftOut } = await read(name, await readFile(join(found, name)))
    expect([typed(at(all, 0), 'STRASSE'), leftOut?.filter(({ loss }) => loss === 'marks')]).toEqual([1, []])
  })
})
