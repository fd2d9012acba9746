import { spawn } from 'node:child_process'
import { resolve as absolute, join } from 'node:path'
import { reservePort } from '../apps/server/src/testing/free-port.ts'

/**
 * Runs `script/start` in `folder` until the sign-in page is served, then ends it.
 * Gives the milliseconds from the command to the page, and from SIGTERM to the end.
 */
export async function measureStart(folder: string, dataFolder: string): Promise<{ startMs: number; stopMs: number }> {
  const { port, release } = await reservePort()
  const { DATABASE_URL: _, ...env } = process.env
  const before = performance.now()
  const child = spawn(join(absolute(folder), 'script', 'start'), [], {
    cwd: folder,
    env: { ...env, PORT: String(port), SITWELL_DATA: dataFolder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  while (!(await answers(`http://127.0.0.1:${port}/login?demo`))) {
    if (child.exitCode !== null) throw new Error(`script/start ended with ${child.exitCode}:\n${output}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const startMs = performance.now() - before
  const beforeEnd = performance.now()
  child.kill('SIGTERM')
  await ended
  await release()
  return { startMs, stopMs: performance.now() - beforeEnd }
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url)
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}
