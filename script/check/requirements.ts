import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readRequirements, requirementsFolder } from '../requirements.ts'
import type { Finding } from './run-tool.ts'

/** The pages of what has to hold are as rows and tests say, no row is named where it counts for nothing, and none that doesn't exist. */
export async function checkRequirements(): Promise<Finding> {
  const { pages, strays, strangers, rows, shown } = await readRequirements()
  const known = new Set(rows.map(({ id }) => id))
  const problems = [
    ...strays.map(({ file, line, row }) => `${file}:${line} names ${row}, but not right above a test`),
    ...strangers.map(({ file, row }) => `${file} names ${row}, and there is no such row`),
    ...shown.flatMap(({ file, title, rows: named }) =>
      named.filter((row) => !known.has(row)).map((row) => `${file} shows ${row} by "${title}", and there is no such row`),
    ),
  ]
  const outdated: string[] = []
  for await (const name of glob('*.md', { cwd: requirementsFolder })) if (!pages.has(name)) outdated.push(name)
  for (const [name, page] of pages)
    if ((await readFile(join(requirementsFolder, name), 'utf8').catch(() => '')) !== page) outdated.push(name)
  if (outdated.length > 0) problems.push(`${requirementsFolder} is out of date (${outdated.join(', ')}): npm run docs`)
  return { ok: problems.length === 0, detail: problems.join('\n') }
}
