import { expect, test } from 'vitest'
import { completed, missingBuilds } from './complete-lock.ts'

const tool = {
  version: '2.0.0',
  dev: true,
  optionalDependencies: { '@tool/cli-darwin-arm64': '2.0.0', '@tool/cli-linux-x64-musl': '2.0.0' },
}

test('a build that npm left out comes back with the system that it is for', () => {
  expect(missingBuilds({ 'node_modules/tool': tool })).toEqual({
    'node_modules/@tool/cli-darwin-arm64': { version: '2.0.0', os: ['darwin'], cpu: ['arm64'], dev: true, optional: true },
    'node_modules/@tool/cli-linux-x64-musl': {
      version: '2.0.0',
      os: ['linux'],
      cpu: ['x64'],
      libc: ['musl'],
      dev: true,
      optional: true,
    },
  })
})

test('a build is not missing where it stands beside the package, or within it', () => {
  const nested = { version: '1.0.0', optionalDependencies: { beside: '1.0.0', within: '1.0.0' } }
  const packages = {
    'node_modules/tool/node_modules/inner': nested,
    'node_modules/tool/node_modules/beside': { version: '1.0.0' },
    'node_modules/tool/node_modules/inner/node_modules/within': { version: '1.0.0' },
  }
  expect(missingBuilds(packages)).toEqual({})
})

test('a completed lock file misses nothing, and stays as it is when it is completed again', () => {
  const once = completed({ '': {}, 'node_modules/tool': tool })
  expect(missingBuilds(once)).toEqual({})
  expect(completed(once)).toEqual(once)
  expect(Object.keys(once)[0]).toBe('')
})
