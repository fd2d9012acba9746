import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { checkBreachedPasswords, isBreachedPassword } from './breached-passwords.ts'

const folder = mkdtempSync(join(tmpdir(), 'sitwell-breached-'))
afterAll(() => rmSync(folder, { recursive: true }))

const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase()

/** A list as the known ones are: with how often each was stolen, or without; its last line may have no end. */
const writeList = (
  passwords: readonly string[],
  { end = '\r\n', count = (n: number) => `:${n}`, isEnded = true } = {},
): string => {
  const path = join(folder, 'list.txt')
  const lines = [...new Set(passwords.map(hashOf))].sort().map((hash, index) => hash + count((index * 7919) % 100_000))
  writeFileSync(path, lines.join(end) + (isEnded ? end : ''))
  return path
}

const words = fc.uniqueArray(
  fc.string({ minLength: 1, maxLength: 12 }).map((word) => word.normalize('NFC')),
  { minLength: 1, maxLength: 300 },
)

test('each password of a list is found in it, and no other, whatever the list looks like', async () => {
  const shape = fc.record({
    end: fc.constantFrom('\n', '\r\n'),
    count: fc.constantFrom(
      (n: number) => `:${n}`,
      () => '',
    ),
    isEnded: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(words, words, shape, async (stolen, others, how) => {
      const path = writeList(stolen, how)
      expect(checkBreachedPasswords(path)).toBe(path)
      for (const one of stolen) expect([one, await isBreachedPassword(path, one)]).toEqual([one, true])
      for (const one of others) expect([one, await isBreachedPassword(path, one)]).toEqual([one, stolen.includes(one)])
    }),
    { numRuns: 40 },
  )
})

test('what is no list of hashes in their order is refused before it is used', () => {
  const write = (text: string) => {
    const path = join(folder, 'other.txt')
    writeFileSync(path, text)
    return path
  }
  const hashes = ['wool', 'flax', 'linen'].map(hashOf).sort()
  expect(() => checkBreachedPasswords(write(hashes.toReversed().join('\n')))).toThrow('in the order of its hashes')
  for (const text of ['', 'wool\nflax\n', `${hashes[0]}\nwool`, hashes.join(' ')])
    expect(() => checkBreachedPasswords(write(text))).toThrow('a list of SHA-1 hashes')
  expect(() => checkBreachedPasswords(join(folder, 'missing.txt'))).toThrow('ENOENT')
})
