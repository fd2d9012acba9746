import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Files of a clone that differ from what it started from. */
export interface Changes {
  /** Below the root of the clone: changed, added, deleted, or not tracked yet. */
  readonly files: readonly string[]
  /** The commit that they are compared with; undefined if the clone has no history. */
  readonly since: string | undefined
}

/** Branches that a change is merged into. */
const mainBranches = ['origin/main', 'main']
const mostBytes = 64 * 1024 * 1024

/** Reads what changed in the clone at `root` since it left the main branch; on the main branch, since the commit before the last one. */
export const readChanges = async (root: string): Promise<Changes> => {
  const git = async (...given: string[]) =>
    (await run('git', ['-c', 'core.quotePath=false', ...given], { cwd: root, maxBuffer: mostBytes })).stdout
  const commitOf = (...given: string[]) =>
    git(...given).then(
      (text) => text.trim() || undefined,
      () => undefined,
    )
  const linesOf = async (...given: string[]) => (await git(...given)).split('\n').filter((line) => line !== '')
  const head = await commitOf('rev-parse', '--verify', '--quiet', 'HEAD')
  if (head === undefined) return { files: [], since: undefined }
  let since: string | undefined
  for (const branch of mainBranches) {
    const base = await commitOf('merge-base', 'HEAD', branch)
    if (base !== head) since ??= base
  }
  since ??= await commitOf('rev-parse', '--verify', '--quiet', 'HEAD~1')
  if (since === undefined) return { files: [], since }
  const changed = await linesOf('diff', '--name-only', '--no-renames', since, '--')
  const untracked = await linesOf('ls-files', '--others', '--exclude-standard')
  return { files: [...new Set([...changed, ...untracked])].sort(), since }
}
