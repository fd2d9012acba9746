import type { Row } from './read-rows.ts'
import type { Shown } from './read-tests.ts'

export const areaOf = (row: string) => row.slice(0, row.lastIndexOf('-'))

const generated =
  'Written by `npm run docs` from `rows.tsv` and the comments above the tests; the checks fail where it is out of date.'

/**
 * The pages of what has to hold and which tests show it, by their file's name: one for each area, and a first one that lists them. Sorted,
 * so that they change little.
 */
export function writePages(rows: readonly Row[], shown: readonly Shown[]): ReadonlyMap<string, string> {
  const testsOf = new Map<string, Shown[]>()
  for (const one of shown) for (const row of one.rows) testsOf.set(row, [...(testsOf.get(row) ?? []), one])
  const areas = [...Map.groupBy(rows, ({ id }) => areaOf(id))].sort(([a], [b]) => compare(a, b))
  const pages = new Map(areas.map(([area, own]) => [`${area}.md`, areaPage(area, own, testsOf)]))
  return pages.set('README.md', firstPage(areas, testsOf))
}

function areaPage(area: string, rows: readonly Row[], testsOf: ReadonlyMap<string, readonly Shown[]>): string {
  return [
    `# ${area}`,
    '',
    generated,
    '',
    '| row | place | side | what has to hold | tests that show it |',
    '| --- | --- | --- | --- | --- |',
    ...rows
      .toSorted((a, b) => compare(a.id, b.id))
      .map(({ id, place, side, statement }) => {
        const tests = (testsOf.get(id) ?? []).toSorted((a, b) => compare(a.file, b.file) || compare(a.title, b.title))
        const links = tests.map(({ title, file }) => `${escaped(title)} ([${shortName(file)}](../../${file}))`)
        return `| ${id} | ${place} | ${side} | ${escaped(statement)} | ${links.join('<br>')} |`
      }),
    '',
  ].join('\n')
}

function firstPage(
  areas: readonly (readonly [string, readonly Row[]])[],
  testsOf: ReadonlyMap<string, readonly Shown[]>,
): string {
  const isShown = ({ id }: Row) => testsOf.has(id)
  const open = areas.flatMap(([, rows]) => rows.filter((row) => !isShown(row)))
  return [
    '# What has to hold, and which tests show it',
    '',
    'Each row is one thing that the specification asks for, with the document and chapter that say so. A test names the rows that it',
    'shows in the comment right above it.',
    '',
    generated,
    '',
    '| area | rows | shown |',
    '| --- | --- | --- |',
    ...areas.map(([area, rows]) => `| [${area}](${area}.md) | ${rows.length} | ${rows.filter(isShown).length} |`),
    '',
    '## Shown by no test',
    '',
    ...(open.length === 0 ? ['None.'] : open.map(({ id, statement }) => `- ${id}: ${escaped(statement)}`)),
    '',
  ].join('\n')
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** A bar would end the cell, and a text may hold a tag's angle brackets. */
const escaped = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ')

const shortName = (file: string) => file.slice(file.lastIndexOf('/') + 1)
