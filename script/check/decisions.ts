import { glob, readFile } from 'node:fs/promises'
import type { Finding } from './run-tool.ts'

const folder = 'docs/decisions'
const sources = '{apps,packages,e2e,demo,bench,chaos,script,docs}/**/*.{ts,tsx,md,css}'
/** `decision 7`, `decisions 7 and 12`. */
const reference = /\bdecisions? (\d+)((?:(?:, | and )\d+)*)/gi

/** The numbers of decisions that a text names. */
export const namedDecisions = (text: string): number[] =>
  [...text.matchAll(reference)].flatMap(([, first, more = '']) =>
    [first, ...more.split(/, | and /)].filter(Boolean).map(Number),
  )

const numberOf = (name: string) => Number(name.slice(0, 3))

/**
 * The problems with the pages of decisions, by their files' names: no number is there twice, each page begins with its number and title,
 * and the list has them. Numbers may be left out: they are given out before their pages are written.
 */
export function faultsOfDecisions(pages: ReadonlyMap<string, string>, list: string): string[] {
  const names = [...pages.keys()].sort()
  const faults = names.flatMap((name, index) => {
    const number = numberOf(name)
    const title = /^# (\d+)\. (.+)\n/.exec(pages.get(name) ?? '')
    if (index > 0 && numberOf(names[index - 1] ?? '') === number) return [`${name}: decision ${number} is there twice`]
    if (Number(title?.[1]) !== number) return [`${name} doesn't begin with "# ${number}. " and its title`]
    const line = `${number}. [${title?.[2]}](${name})`
    return list.split('\n').includes(line) ? [] : [`the list lacks "${line}"`]
  })
  const listed = list.match(/^\d+\. \[/gm)?.length ?? 0
  return listed > names.length ? [...faults, 'the list names decisions that have no page'] : faults
}

/** Every decision has its page, and every one that is named exists. */
export async function checkDecisions(): Promise<Finding> {
  const pages = new Map<string, string>()
  for await (const name of glob('[0-9]*.md', { cwd: folder })) pages.set(name, await readFile(`${folder}/${name}`, 'utf8'))
  const problems = faultsOfDecisions(pages, await readFile(`${folder}/README.md`, 'utf8'))
  const numbers = new Set([...pages.keys()].map(numberOf))
  for await (const path of glob([sources, '*.md'], { exclude: ['**/node_modules', '**/dist', folder] }))
    for (const number of namedDecisions(await readFile(path, 'utf8')))
      if (!numbers.has(number)) problems.push(`${path} names decision ${number}, and there is none`)
  return { ok: problems.length === 0, detail: problems.join('\n') }
}
