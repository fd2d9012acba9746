import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { measureUsage } from './usage.ts'

test.runIf(process.platform === 'linux')('counts what the children of a process take, too', async () => {
  const busy = 'const all = []; for (let n = 0; n < 30; n += 1) all.push(Buffer.alloc(4e6, 1)); for (;;);'
  const child = spawn('sh', ['-c', `node -e '${busy}' & wait`], { detached: true })
  const usage = measureUsage(child.pid ?? 0, 100)
  try {
    await expect.poll(() => usage.soFar().peakMegabytes, { timeout: 30_000 }).toBeGreaterThan(120)
    await expect.poll(() => usage.soFar().cores, { timeout: 30_000 }).toBeGreaterThan(0)
    expect(usage.soFar().seconds).toBeGreaterThan(0)
  } finally {
    usage.stop()
    if (child.pid) process.kill(-child.pid, 'SIGKILL')
  }
})
