import { execFile } from 'node:child_process'
import { glob, readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { type Counts, compareCounts, countHits, type Hit, hitsIn } from './plain-english/count.ts'
import { faultsOfSubject } from './plain-english/subjects.ts'
import { textsOfFile } from './plain-english/texts.ts'
import type { Finding } from './run-tool.ts'

const countsFile = 'script/check/plain-english/counts.json'
const command = 'npm run plain-english'
const sources = [
  '{apps,packages,e2e,demo,bench,chaos,script,docs}/**/*.{ts,tsx,css,md}',
  'packages/i18n/messages/en/*.json',
  '*.md',
]
/** docs/requirements is generated: its words are those of the specification and of test titles. */
const excluded = ['**/node_modules', '**/dist', 'docs/requirements']

interface Recorded {
  /** Commits after this one must have plain subjects. */
  readonly since: string
  readonly counts: Counts
}

const run = promisify(execFile)
/** Runs git and returns its output; undefined without git, or if it fails. */
const git = async (...args: string[]): Promise<string | undefined> =>
  await run('git', args, { maxBuffer: 1 << 28 }).then(
    ({ stdout }) => stdout,
    () => undefined,
  )

const readRecorded = async (): Promise<Recorded> => JSON.parse(await readFile(countsFile, 'utf8'))

const findHits = async (): Promise<Hit[]> => {
  const paths: string[] = []
  for await (const path of glob(sources, { exclude: excluded })) paths.push(path)
  const files = await Promise.all(paths.sort().map(async (path) => textsOfFile(path, await readFile(path, 'utf8'))))
  return hitsIn(files.flat())
}

/** Reads from a `git diff -U0` which lines of which files were added. */
const addedLines = (diff: string): ReadonlySet<string> => {
  const added = new Set<string>()
  let file = ''
  for (const line of diff.split('\n')) {
    file = /^\+\+\+ b\/(.+)/.exec(line)?.[1] ?? file
    const [, first, length = '1'] = /^@@ [^+]*\+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
    if (first !== undefined) for (let at = 0; at < Number(length); at += 1) added.add(`${file}:${Number(first) + at}`)
  }
  return added
}

/** Decides whether a line is newer than the counts. Without a history, no line is. */
const newness = async (): Promise<(hit: Hit) => boolean> => {
  const recordedAt = (await git('log', '-1', '--format=%H', '--', countsFile))?.trim()
  const added = addedLines(recordedAt ? ((await git('diff', '-U0', recordedAt)) ?? '') : '')
  const untracked = new Set((await git('ls-files', '--others', '--exclude-standard'))?.split('\n'))
  return ({ source, line }) => untracked.has(source) || added.has(`${source}:${line}`)
}

/** Reads hash and subject of each commit after a base. A shallow clone may lack the base: then all its commits are newer. */
const readSubjects = async (since: string): Promise<[hash: string, subject: string][]> => {
  const format = ['--no-merges', '--format=%h %s']
  const log = (await git('log', ...format, `${since}..HEAD`)) ?? (await git('log', ...format)) ?? ''
  return log
    .split('\n')
    .filter(Boolean)
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)])
}

/**
 * Checks that comments, test titles, errors, log lines, English messages, documents and commit subjects use plain English: the number of
 * matches of each pattern equals the recorded one, and no newer commit has a match in its subject.
 */
export const checkPlainEnglish = async (): Promise<Finding> => {
  const { since, counts } = await readRecorded()
  const hits = await findHits()
  const faults = compareCounts(hits, counts, await newness(), command)
  for (const [hash, subject] of await readSubjects(since)) faults.push(...faultsOfSubject(hash, subject))
  return faults.length > 0 ? { ok: false, detail: faults.join('\n') } : { ok: true, detail: `${hits.length} left to rewrite` }
}

/**
 * Records the current counts. Throws an error with all matches to rewrite if a count has risen.
 * @param accepts Records risen counts too, and accepts all commits up to now. For new patterns, and after a merge of older branches.
 */
export const recordCounts = async (accepts: boolean): Promise<string> => {
  const recorded = await readRecorded()
  const hits = await findHits()
  const counts = countHits(hits)
  const risen = Object.entries(counts).filter(([name, count]) => count > (recorded.counts[name] ?? 0))
  if (risen.length > 0 && !accepts) {
    const names = new Set(risen.map(([name]) => name))
    const own = hits.filter(({ pattern }) => names.has(pattern.name))
    throw new Error(
      compareCounts(own, recorded.counts, await newness(), command)
        .filter((line) => !line.includes(command))
        .join('\n'),
    )
  }
  const since = accepts ? ((await git('rev-parse', 'HEAD'))?.trim() ?? recorded.since) : recorded.since
  await writeFile(countsFile, `${JSON.stringify({ since, counts }, undefined, 2)}\n`)
  return `${hits.length} left to rewrite`
}
