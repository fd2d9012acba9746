import { writeFile } from 'node:fs/promises'
import { test } from '../fixtures.ts'
import type { Sitwell } from '../sitwell.ts'
import type { Driven } from './driven.ts'
import { openFirefox } from './firefox.ts'
import { openWebKit } from './webkit.ts'

/** A test in each of the other engines; where it fails, a picture of what showed is kept. */
export const inEachEngine = (title: string, sit: (driven: Driven, sitwell: Sitwell) => Promise<void>) => {
  for (const [engine, open] of [
    ['Firefox', openFirefox],
    ['WebKit', openWebKit],
  ] as const)
    test(`in ${engine} ${title}`, async ({ sitwell }, testInfo) => {
      const driven = await open()
      try {
        await sit(driven, sitwell)
      } catch (error) {
        await writeFile(testInfo.outputPath('where-it-failed.png'), await driven.picture())
        throw error
      } finally {
        await driven.stop()
      }
    })
}
