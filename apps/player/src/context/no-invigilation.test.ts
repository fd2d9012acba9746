import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { calls, isStaffAccess, permissionsOfRole } from '@sitwell/contract'
import { expect, test } from 'vitest'

// EXT-301
test('the player has no invigilator’s screen: it makes none of their calls', () => {
  const root = fileURLToPath(new URL('../../../../', import.meta.url))
  const sources = globSync('{apps/player,packages/{app-core,app-shell,sign-in}}/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (path) => !/\.(test|spec)\.tsx?$/.test(path),
  )
  expect(sources).toContain('packages/sign-in/src/login-page.tsx')
  const invigilating: readonly string[] = permissionsOfRole.invigilator
  const ofInvigilators = Object.values(calls).flatMap(({ name, access }) =>
    isStaffAccess(access) && invigilating.includes(access.permission) ? [name] : [],
  )
  expect(ofInvigilators).toContain('decideExtension')
  const named = new RegExp(`\\b(${ofInvigilators.join('|')})\\b`)
  const using = sources.filter((path) => named.test(readFileSync(root + path, 'utf8')))
  expect(using).toEqual([])
})
