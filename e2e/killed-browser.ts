import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import { chromiumFlags, chromiumPath } from './chromium.ts'

/** A browser with a profile on the disk, which can be killed and started again on it. */
export interface KillableBrowser {
  start(): Promise<BrowserContext>
  /** SIGKILL to all of it: no event runs in any page. */
  kill(): Promise<void>
  /** Ends it, and throws its profile away. */
  remove(): Promise<void>
}

/** The browser's own processes on a profile, what starts it among them; its others end with these. */
const processesOn = async (profile: string): Promise<number[]> => {
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    if (command.includes(`--user-data-dir=${profile}`) && !command.includes('--type=')) found.push(Number(name))
  }
  return found
}

export const openKillableBrowser = async (baseURL: string): Promise<KillableBrowser> => {
  const profile = await mkdtemp(join(tmpdir(), 'sitwell-profile-'))
  let context: BrowserContext | undefined
  return {
    async start() {
      context = await chromium.launchPersistentContext(profile, {
        ...{
          executablePath: chromiumPath(),
          args: chromiumFlags(),
          baseURL,
          viewport: { width: 1280, height: 800 },
          locale: 'en-GB',
        },
      })
      return context
    },
    async kill() {
      const gone = new Promise((resolve) => context?.once('close', resolve))
      for (const one of await processesOn(profile)) process.kill(one, 'SIGKILL')
      await gone
    },
    async remove() {
      await context?.close().catch(() => undefined)
      await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}
