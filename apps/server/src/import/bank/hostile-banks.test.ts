import { expect, test } from 'vitest'
import { at, read, typed } from '../testing/read-bank.ts'
import { wordsIn } from './bank-html.ts'

test('answers of many stars and tables of many empty lines or cells end', async () => {
  const { all, leftOut } = await read('set.gift', `a?{=${'*a'.repeat(60)}b}\n\nb?{=${'*a'.repeat(12)}b =%50%${'a'.repeat(60)}}`)
  expect([
    leftOut?.filter(({ what }) => what === 'item').map(({ why }) => why),
    typed(at(all, 0), `${'a'.repeat(30)}b`),
    typed(at(all, 0), 'a'.repeat(30)),
  ]).toEqual([[expect.stringContaining('stars')], 1, 0])
  expect((await read('set.csv', `question,answer\n${'\n'.repeat(3_000_000)}`)).why).toContain('more than 20000 rows')
  expect((await read('set.csv', `question,answer\n${','.repeat(3_000_000)}`)).why).toContain('more than 200 columns')
})

test('long stretches of empty lines, of braces and of brackets that open end: each is looked through once', async () => {
  const aiken = 'Which?\nA. Ash\nB. Beech\nANSWER: B\n'
  for (const empty of ['\n', ' \n', '\u2028'])
    expect((await read('set.txt', `${empty.repeat(1_000_000)}\n${aiken}`)).all).toHaveLength(1)
  expect((await read('set.txt', `${'{'.repeat(2_000_000)}`)).why).toBeDefined()
  expect((await read('set.gift', `Which? {\n${'\n'.repeat(1_000_000)}=Ash}`)).all).toHaveLength(1)
  const brackets = '</'.repeat(300_000)
  expect(wordsIn('<'.repeat(1_000_000))).not.toBe('')
  expect((await read('set.gift', `${brackets} Which? {}`)).all).toHaveLength(1)
  const moodle = `<quiz><question type="essay"><name><text>n</text></name><questiontext format="moodle_auto_format"><text><![CDATA[${brackets}]]></text></questiontext></question></quiz>`
  expect((await read('set.xml', moodle)).all).toHaveLength(1)
})
