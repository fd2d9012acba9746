import { expect, test } from 'vitest'
import { realTimeIn } from './real-time.ts'

test.each([
  'await page.clock.pauseAt(Date.now() + 60_000)',
  'await page.clock.setSystemTime(new Date(Date.now() + 1000))',
  'await page.waitForTimeout(500)',
  'await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 2000)))',
  'await new Promise((done) => setTimeout(done, 5))',
])('a spec may not depend on real time: %s', (line) => {
  expect(realTimeIn(`const a = 1\n${line}\n`, 'a.spec.ts')).toEqual([expect.stringMatching(/^a\.spec\.ts:2 .+:/)])
})

test.each([
  'await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))',
  'await page.clock.runFor(2000)',
  'if (isLate) return void setTimeout(look)',
  'const now = await page.evaluate(() => Date.now())',
])('a spec may use the clock of its page: %s', (line) => {
  expect(realTimeIn(line, 'a.spec.ts')).toEqual([])
})
