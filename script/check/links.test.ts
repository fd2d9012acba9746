import { expect, test } from 'vitest'
import { headingsIn, linksIn, namedFiles } from './links.ts'

test('relative links are found with their line, file and heading', () => {
  const text = 'See [roles](operating.md#roles).\nThen [this](#here), and [that](../README.md).'
  expect(linksIn('docs/a.md', text)).toEqual([
    { line: 1, path: 'docs/operating.md', heading: 'roles' },
    { line: 2, path: 'docs/a.md', heading: 'here' },
    { line: 2, path: 'README.md', heading: undefined },
  ])
})

test('addresses of other sites and links in code are no links to files', () => {
  expect(linksIn('a.md', '[x](https://example.org/a.md)\n`[y](b.md)`\n```\n[z](c.md)\n```\n')).toEqual([])
})

test('headings have the ids that GitHub gives them', () => {
  expect([...headingsIn('# How to add …\n## Questions, and `code`\n```\n# no heading\n```\n')]).toEqual([
    'how-to-add-',
    'questions-and-code',
  ])
})

test('files that a document names are found', () => {
  expect(namedFiles('`script/check/links.ts`, `npm run check` and `apps/player`')).toEqual([
    'script/check/links.ts',
    'apps/player',
  ])
})
