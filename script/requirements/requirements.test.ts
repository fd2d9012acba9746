import { expect, test } from 'vitest'
import { readRows } from './read-rows.ts'
import { readTests } from './read-tests.ts'
import { writePages } from './write-pages.ts'

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
  // biome-ignore lint/suspicious/noTemplateCurlyInString: source of a program
  const source = ['// AAA-101', 'for (const size of [', '  1,', '])', '  test(`at ${size}`, () => {})'].join('\n')
  // biome-ignore lint/suspicious/noTemplateCurlyInString: source of a program
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

const rows = readRows(
  [
    '#id\tplace',
    'BBB-202\t2.1\tplayer\tIt is <kept>.',
    '',
    'AAA-101\t1.2\tboth\tOne | two.',
    'AAA-100\t1.1\tserver\tNone.',
  ].join('\n'),
)

test('a line that is no row, and a row that is there twice, are refused with their place', () => {
  expect(rows[0]).toEqual({ id: 'BBB-202', place: '2.1', side: 'player', statement: 'It is <kept>.' })
  expect(() => readRows('AAA-101\t1.2\tboth')).toThrow('Line 1')
  expect(() => readRows('AAA-1\t1.2\tboth\tx')).toThrow('Line 1')
  expect(() => readRows('AAA-101\t1\tboth\tx\nAAA-101\t1\tboth\ty')).toThrow('AAA-101')
})

test('each area has a page with its rows and the tests that show them, whatever the order of the tests; the first lists what none shows', () => {
  const first = { rows: ['BBB-202', 'AAA-101'], title: 'one | two', file: 'apps/x/b.spec.ts' }
  const second = { rows: ['AAA-101'], title: 'three', file: 'apps/x/a.test.ts' }
  const pages = writePages(rows, [first, second])
  expect(pages).toEqual(writePages(rows.toReversed(), [second, first]))
  expect([...pages.keys()]).toEqual(['AAA.md', 'BBB.md', 'README.md'])
  expect(pages.get('AAA.md')?.split('\n').slice(-3)).toEqual([
    '| AAA-100 | 1.1 | server | None. |  |',
    '| AAA-101 | 1.2 | both | One \\| two. | three ([a.test.ts](../../apps/x/a.test.ts))<br>one \\| two ([b.spec.ts](../../apps/x/b.spec.ts)) |',
    '',
  ])
  expect(pages.get('BBB.md')).toContain('It is &lt;kept>.')
  expect(pages.get('README.md')).toContain('| [AAA](AAA.md) | 2 | 1 |')
  expect(pages.get('README.md')).toContain('- AAA-100: None.')
})
