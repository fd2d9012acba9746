import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { calls } from '@sitwell/contract'
import { expect, test } from 'vitest'

// EXT-301
test('the player has no invigilator’s screen: it makes none of their calls', () => {
  const player = join(import.meta.dirname, '..')
  const sources = readdirSync(player, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !/\.(test|spec)\.tsx?$/.test(path),
  )
  const ofInvigilators = Object.values(calls).flatMap(({ name, access }) => (access === 'invigilator' ? [name] : []))
  expect(ofInvigilators).toContain('decideExtension')
  const named = new RegExp(`\\b(${ofInvigilators.join('|')})\\b`)
  const using = sources.filter((path) => named.test(readFileSync(join(player, path), 'utf8')))
  expect(using).toEqual([])
})
