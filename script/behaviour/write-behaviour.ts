import type { Shown } from './read-tests.ts'

const areaOf = (row: string) => row.slice(0, row.lastIndexOf('-'))

/** The page of what holds: each row of the specification that a test shows, and the test. Sorted, so that it changes little. */
export function writeBehaviour(shown: readonly Shown[]): string {
  const lines = shown.flatMap(({ rows, title, file }) => rows.map((row) => ({ row, title, file })))
  lines.sort((a, b) => compare(a.row, b.row) || compare(a.file, b.file) || compare(a.title, b.title))
  const areas = [...new Set(lines.map(({ row }) => areaOf(row)))]
  return [
    '# What holds, and which test shows it',
    '',
    'Written by `npm run docs` from the comments above the tests; CI fails where it is out of date. Do not edit it.',
    `${new Set(lines.map(({ row }) => row)).size} rows of the specification are shown by ${shown.length} tests.`,
    ...areas.flatMap((area) => [
      '',
      `## ${area}`,
      '',
      '| row | what holds | test |',
      '| --- | --- | --- |',
      ...lines
        .filter(({ row }) => areaOf(row) === area)
        .map(({ row, title, file }) => `| ${row} | ${escaped(title)} | [${shortName(file)}](../${file}) |`),
    ]),
    '',
  ].join('\n')
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** A bar would end the cell, and a title may hold a tag's angle brackets. */
const escaped = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ')

const shortName = (file: string) => file.slice(file.lastIndexOf('/') + 1)
