import fc from 'fast-check'
import { expect, test } from 'vitest'
import { longestFirst } from './longest-first.ts'

const weight = fc.record({
  project: fc.constantFrom('rules', 'programs', 'others'),
  seconds: fc.nat({ max: 5 }),
  bytes: fc.nat({ max: 5 }),
})

test('files that take longest start first, and projects are not mixed', () => {
  fc.assert(
    fc.property(fc.array(weight), (files) => {
      const sorted = longestFirst(files)
      expect(sorted).toHaveLength(files.length)
      const switches = sorted.filter(({ project }, at) => at > 0 && sorted[at - 1]?.project !== project)
      expect(switches).toHaveLength(Math.max(0, new Set(files.map(({ project }) => project)).size - 1))
      for (const [at, file] of sorted.entries()) {
        const before = sorted[at - 1]
        if (before?.project !== file.project) continue
        expect(before.seconds > file.seconds || (before.seconds === file.seconds && before.bytes >= file.bytes)).toBe(true)
      }
    }),
  )
})

test('the project that takes longest in all starts first', () => {
  const files = [
    { project: 'rules', seconds: 3, bytes: 1 },
    { project: 'programs', seconds: 2, bytes: 1 },
    { project: 'programs', seconds: 2, bytes: 9 },
  ]
  expect(longestFirst(files).map(({ project, bytes }) => `${project} ${bytes}`)).toEqual([
    'programs 9',
    'programs 1',
    'rules 1',
  ])
})
