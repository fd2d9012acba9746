import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { exam, longText, organisation } from '../e2e/arrange.ts'
import { chromiumFlags, chromiumPath } from '../e2e/chromium.ts'
import { openExam, signIn, startExam } from '../e2e/sign-in.ts'
import type { Sitwell } from '../e2e/sitwell.ts'

/** `strict`: the browser tells of a write once it is on the disk. `relaxed`: once the operating system has it. */
export type Durability = 'strict' | 'relaxed'

const essay = 'Paint is stored upright, tightly closed, away from frost and from any flame. '.repeat(60)
/** Longer than typing is gathered for, so that each key is the first one after a pause. */
const pauseMs = 500

/**
 * Milliseconds from each of this many key presses in a long text to the completion of the transaction that keeps it, in a sitting as the
 * learner has it; with writes as durable as is said, whatever the player asks for.
 */
export async function measureKeyToStore(sitwell: Sitwell, keys: number, durability: Durability): Promise<number[]> {
  const world = await sitwell.arrange(
    organisation({ exams: [exam({ questions: [longText('Describe how paint is stored.')] })] }),
  )
  const [scheduled] = world.exams
  if (!scheduled) throw new Error('There is no exam to open.')
  // A window without a profile keeps nothing on the disk.
  const profile = await mkdtemp(join(tmpdir(), 'sitwell-profile-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath(),
    args: chromiumFlags(),
    baseURL: sitwell.origin,
    viewport: { width: 1280, height: 800 },
  })
  const page = await context.newPage()
  await page.addInitScript((wanted) => {
    const transaction = IDBDatabase.prototype.transaction
    const took: number[] = []
    let pressedAt = 0
    Object.assign(globalThis, { keyToStoreMs: took })
    document.addEventListener(
      'keydown',
      (event) => {
        pressedAt = event.timeStamp
      },
      true,
    )
    IDBDatabase.prototype.transaction = function (places, mode, options) {
      if (mode !== 'readwrite') return transaction.call(this, places, mode, options)
      const opened = transaction.call(this, places, mode, { ...options, durability: wanted })
      if (![places].flat().includes('answers')) return opened
      opened.addEventListener('complete', () => {
        if (pressedAt > 0) took.push(performance.now() - pressedAt)
        pressedAt = 0
      })
      return opened
    }
  }, durability)
  await signIn(page, world)
  await openExam(page, scheduled)
  await startExam(page)
  const text = page.getByRole('main').getByRole('textbox')
  await text.fill(essay)
  for (let key = 0; key <= keys; key += 1) {
    await page.waitForTimeout(pauseMs)
    await text.press('x')
  }
  await page.waitForTimeout(pauseMs)
  // What the script above put there.
  const took = await page.evaluate(() => (globalThis as unknown as { keyToStoreMs: number[] }).keyToStoreMs)
  await context.close()
  await rm(profile, { recursive: true, force: true })
  return took.slice(-keys)
}
