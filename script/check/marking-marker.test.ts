import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkMarkingMarker, markingMarker } from './marking-marker.ts'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitwell-marker-'))
})
afterEach(() => rm(folder, { recursive: true }))

const check = () => checkMarkingMarker(join(folder, '*.ts'), join(folder, '*.js'))

test('marking code in the built player is found', async () => {
  await writeFile(join(folder, 'marking.ts'), `const marker = '${markingMarker}'`)
  await writeFile(join(folder, 'index.js'), 'clean')
  expect(await check()).toEqual({ ok: true, detail: '' })
  await writeFile(join(folder, 'panel.js'), `const m="${markingMarker}"`)
  expect(await check()).toEqual({ ok: false, detail: `${join(folder, 'panel.js')} holds marking code` })
})

test('a marking file without the marker could reach the player unseen, and is found', async () => {
  await writeFile(join(folder, 'marking.ts'), 'export const mark = 1')
  await writeFile(join(folder, 'index.js'), 'clean')
  expect((await check()).detail).toContain('marking.ts lacks the marker')
})

test('a player that was never built is not a clean one', async () => {
  await writeFile(join(folder, 'marking.ts'), `const marker = '${markingMarker}'`)
  expect((await check()).ok).toBe(false)
})
