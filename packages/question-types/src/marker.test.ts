import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { typeMarking } from './registry-marking.ts'

const marker = 'SITWELL-MARKING-NEVER-IN-THE-PLAYER'

test('everything that marks carries the marker by which a build of the player is searched, spelled out in its own file', () => {
  const registry = readFileSync(new URL('./registry-marking.ts', import.meta.url), 'utf8')
  const files = [...registry.matchAll(/from '(\.\/[\w-]+\/marking\.ts)'/g)].map((found) => found[1] ?? '')
  expect(files).toHaveLength(Object.keys(typeMarking).length)
  for (const file of files) expect(readFileSync(new URL(file, import.meta.url), 'utf8'), file).toContain(`'${marker}'`)
  for (const marking of Object.values(typeMarking)) expect(marking.marker).toBe(marker)
})
