import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type SebKeys, sebHash, showsKeys } from './seb-hashes.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const key = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 })
const address = fc.webUrl({ withQueryParameters: true })
const none: SebKeys = { configKey: [], browserExamKey: [] }

describe('hashes of Safe Exam Browser', () => {
  test('a hash is the SHA-256 of the address and the key after it', () => {
    const one = 'https://example.com/moodle/mod/quiz/attempt.php?attemptid=123&page=4'
    const exam = sha256('browserexamkey')
    expect(sebHash(one, exam, sha256)).toBe(sha256(one + exam))
    expect(sebHash('https://exams.example/a#part-2', exam, sha256)).toBe(sha256(`https://exams.example/a${exam}`))
  })

  test('a program with one of the keys proves it only at its own address', () => {
    fc.assert(
      fc.property(fc.array(key, { minLength: 1, maxLength: 4 }), fc.nat(), address, address, (keys, at, asked, other) => {
        const mine = keys[at % keys.length] ?? ''
        const hashes = { configKey: sebHash(asked, mine, sha256) }
        const wanted = { ...none, configKey: keys }
        expect(showsKeys(wanted, { addresses: [asked], hashes }, sha256)).toBe(true)
        expect(showsKeys(wanted, { addresses: [other, asked], hashes }, sha256)).toBe(true)
        expect(showsKeys(wanted, { addresses: [other], hashes }, sha256)).toBe(asked === other)
        expect(showsKeys(wanted, { addresses: [], hashes }, sha256)).toBe(false)
      }),
    )
  })

  test('without a key, with another one, or with the key itself nothing is shown', () => {
    fc.assert(
      fc.property(key, key, address, fc.string(), (mine, other, asked, anything) => {
        fc.pre(mine !== other)
        const wanted = { ...none, configKey: [mine] }
        const shows = (configKey: string | undefined) =>
          showsKeys(wanted, { addresses: [asked], hashes: { configKey } }, sha256)
        for (const given of [undefined, '', mine, sebHash(asked, other, sha256), anything]) expect(shows(given)).toBe(false)
      }),
    )
  })

  test('an exam with keys of both kinds needs one of each', () => {
    fc.assert(
      fc.property(key, key, address, (config, program, asked) => {
        fc.pre(config !== program)
        const wanted = { configKey: [config], browserExamKey: [program] }
        const configKey = sebHash(asked, config, sha256)
        const browserExamKey = sebHash(asked, program, sha256)
        const shows = (hashes: { configKey?: string; browserExamKey?: string }) =>
          showsKeys(wanted, { addresses: [asked], hashes }, sha256)
        expect(shows({ configKey, browserExamKey })).toBe(true)
        expect(shows({ configKey })).toBe(false)
        expect(shows({ browserExamKey })).toBe(false)
        expect(shows({ configKey: browserExamKey, browserExamKey: configKey })).toBe(false)
      }),
    )
  })

  test('an exam that has no key at all is open to nobody', () => {
    expect(showsKeys(none, { addresses: ['https://exams.example/'], hashes: {} }, sha256)).toBe(false)
  })

  test('keys and hashes may be written in capitals', () => {
    const mine = 'ab'.repeat(32)
    const hash = sebHash('https://exams.example/', mine, sha256).toUpperCase()
    const wanted = { ...none, configKey: [mine.toUpperCase()] }
    expect(showsKeys(wanted, { addresses: ['https://exams.example/'], hashes: { configKey: hash } }, sha256)).toBe(true)
  })
})
