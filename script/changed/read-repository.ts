import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Repository } from './link-graph.ts'

const git = (root: string, ...words: string[]) =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: ['ignore', 'pipe', 'ignore'] })

const linesOf = (text: string) => text.split('\0').filter((line) => line !== '')

const tryGit = (root: string, ...words: string[]) => {
  try {
    return git(root, ...words).trim()
  } catch {
    return undefined
  }
}

export interface Change {
  /** The commit that is compared with. */
  readonly base: string
  /** Changed, added and deleted files, committed or not. */
  readonly paths: readonly string[]
  /** Whether files came or went, or lines changed that import or export: only then can other files be unused, or wrongly imported. */
  readonly linksChanged: boolean
}

/** What changed since a base: by default since the branch left main, otherwise in the last commit. */
export function readChange(root: string, wanted?: string): Change {
  const base = wanted === undefined ? baseOf(root) : tryGit(root, 'rev-parse', '--verify', '--quiet', `${wanted}^{commit}`)
  if (base === undefined)
    throw new Error(wanted === undefined ? 'There is no commit to compare with.' : `No such commit: ${wanted}`)
  const diff = git(root, 'diff', '--unified=0', '--no-renames', '--no-color', base)
  return { base, paths: changedSince(root, base), linksChanged: untracked(root).length > 0 || changesLinks(diff) }
}

/** Whether a diff without context adds or removes a file, an import, an export or what the rules of them say. */
export const changesLinks = (diff: string) =>
  /^(new|deleted) file mode/m.test(diff) ||
  /^[-+](?!--|\+\+).*(\bimport\b|\bexport\b|\bfrom ')/m.test(diff) ||
  /^\+\+\+ b\/(.*package(-lock)?\.json|knip\.json|tsconfig.*\.json|script\/check\/.*)$/m.test(diff)

function baseOf(root: string): string | undefined {
  const head = tryGit(root, 'rev-parse', 'HEAD')
  for (const main of ['origin/main', 'main']) {
    const base = tryGit(root, 'merge-base', 'HEAD', main)
    // On main itself nothing but what isn't committed differs from it.
    if (base !== undefined && (base !== head || changedSince(root, base).length > 0)) return base
  }
  return tryGit(root, 'rev-parse', 'HEAD~1')
}

const untracked = (root: string) => linesOf(git(root, 'ls-files', '-z', '--others', '--exclude-standard'))

const changedSince = (root: string, base: string) =>
  [...new Set([...linesOf(git(root, 'diff', '-z', '--name-only', '--no-renames', base)), ...untracked(root)])].sort()

/** Reads what links are read from; `changed` may name files that are there no more. */
export function readRepository(root: string, changed: readonly string[]): Repository {
  const known = [...linesOf(git(root, 'ls-files', '-z')), ...untracked(root)]
  const paths = [...new Set([...known, ...changed])].sort()
  const texts = new Map<string, string>()
  for (const path of paths)
    if (/\.(tsx?|m?js|css|html|json)$/.test(path) && existsSync(join(root, path)))
      texts.set(path, readFileSync(join(root, path), 'utf8'))
  return { paths, texts }
}
