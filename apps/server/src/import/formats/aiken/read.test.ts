import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { at, chosen, read } from '../../testing/read-bank.ts'

const two = (first: string) => `${first}\n\nWhich one swims?\nA. Otter\nB. Heron\nANSWER: A\n`
const whys = (leftOut: readonly { readonly what: string; readonly why: string }[] = []) => leftOut.map(({ why }) => why)

test.each([
  'Which one flies?\na) Otter\nb) Heron\nANSWER: b',
  'Which one flies?\na. Otter\nb. Heron\nAnswer: B',
  'Which one flies?\nA) Otter\nB) Heron\nanswer : b)',
  'Which one flies?\n\nA.Otter\nB.Heron\nAnswer: (B).',
  'Which one flies?\nA. Otter\nB. Heron\nThe correct answer is B',
  'Which one flies?\nA. Otter\n\nB. Heron\n\nANS = B',
  'Which one flies?\nA. Otter\nB. Heron\nAnswer (B)',
  'Which one flies?\nA. Otter\nB. Heron\nANSWER: B.',
])('%j is a question of its own beside the next', async (first) => {
  for (const text of [two(first), `${first}\n`]) {
    const { all, leftOut } = await read('set.txt', text)
    const [one] = all
    expect([one?.text, chosen(at(all, 0), 'Heron'), chosen(at(all, 0), 'Otter'), leftOut]).toEqual([
      'Which one flies?',
      1,
      0,
      [],
    ])
    expect(all.length).toBe(text === two(first) ? 2 : 1)
  }
})

test.each([
  ['an answer of two letters', 'Which?\nA. Otter\nB. Heron\nANSWER: A, B', 'names no single letter'],
  ['an answer in words', 'Which?\nA. Otter\nB. Heron\nAnswer: Heron', 'names no single letter'],
  ['a question without its answer', 'Which?\nA. Otter\nB. Heron', 'No line ANSWER'],
  ['letters that leave one out', 'Which?\nA. Otter\nC. Heron\nANSWER: A', 'B would be the next one'],
  ['letters that begin anew', 'Which?\nA. Smith says so\nA. Otter\nB. Heron\nANSWER: A', 'B would be the next one'],
  ['an empty choice', 'Which?\nA.\nB. Heron\nANSWER: A', 'One of its choices is empty'],
])('%s leaves the question out, says why, and touches no other', async (_, first, why) => {
  const { all, leftOut } = await read('set.txt', two(first))
  expect(all.map((one) => [one.text, chosen(one, 'Otter')])).toEqual([['Which one swims?', 1]])
  expect(whys(leftOut)).toEqual([expect.stringContaining(why)])
})

test('a list within a text, and a word that looks like a key before the choices, belong to the text', async () => {
  const { all } = await read('set.txt', 'Complete:\nAnsa\nAnswer: ____\nA. both\na) x\nb) y\nB. none\nANSWER: A\n')
  expect(all.map((one) => [one.text, chosen(one, 'both<br>a) x<br>b) y')])).toEqual([['Complete:<br>Ansa<br>Answer: ____', 1]])
})

const style = fc.record({
  letter: fc.constantFrom(
    (one: string) => one,
    (one: string) => one.toLowerCase(),
  ),
  sign: fc.constantFrom('.', ')'),
  answer: fc.constantFrom('ANSWER:', 'Answer:', 'answer :', 'ANS:', 'Correct answer:'),
  between: fc.constantFrom('\n', '\n\n', '\n \n\n'),
})

test('however a file is written, each question is asked by itself, and no learner reads a line of the key', async () => {
  const questions = fc.array(fc.tuple(style, fc.integer({ min: 2, max: 5 }), fc.nat(4)), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(questions, async (asked) => {
      const text = asked.map(([how, count, right], number) => {
        const letters = Array.from({ length: count }, (_, index) => how.letter(String.fromCharCode(65 + index)))
        const choices = letters.map((letter, index) => `${letter}${how.sign} choice ${number} ${index}`)
        return [`Question ${number}?`, ...choices, `${how.answer} ${letters[right % count]}`, how.between].join('\n')
      })
      const { all, leftOut } = await read('set.txt', text.join(''))
      expect(
        all.map((one, number) => [
          one.text,
          chosen(one, `choice ${number} ${(asked[number]?.[2] ?? 0) % (asked[number]?.[1] ?? 1)}`),
        ]),
      ).toEqual(asked.map((_, number) => [`Question ${number}?`, 1]))
      expect([JSON.stringify(all).match(/ans/i), leftOut]).toEqual([null, []])
    }),
    { numRuns: 30 },
  )
})

const found = join(import.meta.dirname, '../../../../../../../shared/data/found/aiken-lower-case.txt')

describe.runIf(existsSync(found))('a small real input, skipped where ../shared/data/found is absent', () => {
  test('lower-case letters are letters', async () => {
    const { all, leftOut } = await read('set.txt', await readFile(found))
    expect([all.map(({ text }) => text), leftOut]).toEqual([['Which one flies?', 'Which one swims?'], []])
  })
})
