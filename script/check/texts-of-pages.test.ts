import { describe, expect, test } from 'vitest'
import { faultsOfPages } from './texts-of-pages.ts'

const setOf = new Map([
  ['people.name', 'people'],
  ['people.state.new', 'people'],
  ['rooms.open', 'rooms'],
])

/** An office with one page, and what is in its files. */
const officeOf = (page: string, files: Readonly<Record<string, string>>) => {
  const texts = new Map(
    Object.entries({
      'main.tsx': "import './pages.tsx'",
      'pages.tsx': `import { shown } from './frame.tsx'\n${page}`,
      'frame.tsx': '',
      ...files,
    }).map(([name, text]) => [`apps/office/src/${name}`, text]),
  )
  return { paths: [...texts.keys()], texts }
}

const page = (...sets: readonly string[]) =>
  `const Page = lazyPage(() => import('./page.tsx')${sets.map((set) => `, '${set}'`).join('')})`

describe('a page of the office names the sets of its texts', () => {
  test.each([
    ['its own file', { 'page.tsx': "text('people.name')" }],
    ['the beginning of an id', { 'page.tsx': `text(\`people.state.\${state}\`)` }],
    [
      'a file that it imports',
      { 'page.tsx': "import { rows } from './rows.ts'", 'rows.ts': "export const rows = 'people.name'" },
    ],
    ['a part that it loads later', { 'page.tsx': "lazy(() => import('./late.tsx'))", 'late.tsx': "text('people.name')" }],
  ])('of %s', (_, files) => {
    expect(faultsOfPages(officeOf(page('people'), files), setOf)).toEqual([])
    expect(faultsOfPages(officeOf(page(), files), setOf)).toEqual([
      expect.stringMatching(/page\.tsx doesn't name the set people/),
    ])
  })

  test('and no set of which it uses nothing', () => {
    expect(faultsOfPages(officeOf(page('rooms'), { 'page.tsx': '' }), setOf)).toEqual([
      expect.stringMatching(/names the set rooms, and uses no text of it/),
    ])
  })

  test('and so does the first run, which loads its texts by itself', () => {
    const filesWith = (names: string) => ({
      'page.tsx': '',
      'first-run/start-first-run.tsx': `const names = [${names}] as const`,
      'first-run/first-run-page.tsx': "text('rooms.open')",
    })
    expect(faultsOfPages(officeOf(page(), filesWith("'office', 'rooms'")), setOf)).toEqual([])
    expect(faultsOfPages(officeOf(page(), filesWith("'office'")), setOf)).toEqual([
      expect.stringMatching(/start-first-run\.tsx doesn't name the set rooms/),
    ])
  })

  test('what is around every page uses texts of none', () => {
    const files = { 'frame.tsx': "export const shown = 'rooms.open'", 'page.tsx': '' }
    expect(faultsOfPages(officeOf(page(), files), setOf)).toEqual([expect.stringMatching(/frame\.tsx: every page loads/)])
  })
})
