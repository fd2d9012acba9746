import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'

const program = fileURLToPath(new URL('run-related.ts', import.meta.url))

/** What happened to the tests that import a file: how many ran, and the first that failed, if one did. */
const outcome = z.object({ ran: z.number(), failed: z.optional(z.string()) })
type TestsOutcome = z.infer<typeof outcome>

/** Ends a process and those that it started. */
const endGroup = (pid: number | undefined) => {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

const outcomeIn = (output: string): TestsOutcome => {
  const line = output.trimEnd().split('\n').at(-1) ?? ''
  try {
    return outcome.parse(JSON.parse(line))
  } catch {
    // What was changed keeps the tests from being read at all.
    return { ran: 0, failed: 'the start of the tests' }
  }
}

/**
 * Runs the tests without a browser that import `file`, by however many steps, and whose path contains `folder`, until the first one
 * fails. `limitMs`: how long they may take. `signal` ends them.
 */
export const runRelatedTests = (
  file: string,
  folder: string,
  { limitMs, signal }: { readonly limitMs: number; readonly signal: AbortSignal },
): Promise<TestsOutcome> =>
  new Promise((resolve, reject) => {
    // A group of its own: the workers end with it.
    const child = spawn(process.execPath, [program, file, folder], { stdio: ['ignore', 'pipe', 'ignore'], detached: true })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk
    })
    const stop = () => {
      output = '{"ran":0,"failed":"a test that hangs"}'
      endGroup(child.pid)
    }
    const timer = setTimeout(stop, limitMs)
    signal.addEventListener('abort', stop, { once: true })
    child.on('error', reject)
    child.on('close', () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      resolve(outcomeIn(output))
    })
  })
