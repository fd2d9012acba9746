import { expect, test } from 'vitest'
import { readTests } from './read-tests.ts'
import { writeBehaviour } from './write-behaviour.ts'

test('a test names its rows in the comment right above it', () => {
  const source = [
    '// AAA-101 BBB-202',
    '// and why CCC-303 counts',
    "test('it\\'s kept', async () => {",
    '  // a word on what follows',
    "test('shows nothing', () => {})",
  ].join('\n')
  expect(readTests(source, 'a.test.ts')).toEqual({
    shown: [{ rows: ['AAA-101', 'BBB-202', 'CCC-303'], title: "it's kept", file: 'a.test.ts' }],
    strays: [],
  })
})

test('the title is found on a line of its own, and behind the table of test.each', () => {
  const source = [
    '// AAA-101',
    'test(',
    "  'a long title',",
    '// AAA-102',
    "test.each([['x', f(1)], ['y', 2]])('%s is read', () => {})",
  ].join('\n')
  expect(readTests(source, 'a.test.ts').shown.map((one) => one.title)).toEqual(['a long title', '%s is read'])
})

test('a loop over cases may stand between the comment and the test', () => {
  const source = ['// AAA-101', 'for (const size of [', '  1,', '])', '  test(`at ${size}`, () => {})'].join('\n')
  expect(readTests(source, 'a.test.ts').shown).toEqual([{ rows: ['AAA-101'], title: 'at ${size}', file: 'a.test.ts' }])
})

test('an id anywhere but above a test is a stray', () => {
  const source = ['// AAA-101', '', "test('a', () => {})", '// AAA-102', 'const x = 1'].join('\n')
  expect(readTests(source, 'a.test.ts')).toEqual({
    shown: [],
    strays: [
      { file: 'a.test.ts', line: 1, row: 'AAA-101' },
      { file: 'a.test.ts', line: 4, row: 'AAA-102' },
    ],
  })
})

test('the page lists rows by area, in order, whatever the order of the tests', () => {
  const first = { rows: ['BBB-202', 'AAA-101'], title: 'one | two', file: 'apps/x/b.spec.ts' }
  const second = { rows: ['AAA-100'], title: 'three', file: 'apps/x/a.test.ts' }
  const page = writeBehaviour([first, second])
  expect(page).toBe(writeBehaviour([second, first]))
  expect(page.split('\n').filter((line) => /^(## |\| [A-Z]+-)/.test(line))).toEqual([
    '## AAA',
    '| AAA-100 | three | [a.test.ts](../apps/x/a.test.ts) |',
    '| AAA-101 | one \\| two | [b.spec.ts](../apps/x/b.spec.ts) |',
    '## BBB',
    '| BBB-202 | one \\| two | [b.spec.ts](../apps/x/b.spec.ts) |',
  ])
})
