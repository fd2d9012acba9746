import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { measureStart } from './started.ts'

const run = promisify(execFile)

/** Milliseconds from `git clone` to a sign-in page that is served, and of `npm ci` alone in another clone. */
export async function measureFreshClone(project: string): Promise<{ usableMs: number; npmCiMs: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-clone-'))
  try {
    // npm ci goes first, so that npm's own cache is as warm for the one as for the other.
    const [bare, whole] = [join(folder, 'bare'), join(folder, 'whole')]
    await run('git', ['clone', '--quiet', project, bare])
    const beforeCi = performance.now()
    await run('npm', ['ci', '--loglevel=error'], { cwd: bare })
    const npmCiMs = performance.now() - beforeCi
    const before = performance.now()
    await run('git', ['clone', '--quiet', project, whole])
    const cloneMs = performance.now() - before
    const { startMs } = await measureStart(whole, join(folder, 'data'))
    return { usableMs: cloneMs + startMs, npmCiMs }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
