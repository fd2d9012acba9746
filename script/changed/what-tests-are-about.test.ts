import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { isTestInBrowser, stories, subjects, throughServer } from './what-tests-are-about.ts'

const paths = execFileSync('git', ['ls-files'], { cwd: `${import.meta.dirname}/../..`, encoding: 'utf8' }).split('\n')

describe('the table of what tests of e2e are about', () => {
  test('has an entry for each spec', () => {
    const listed = Object.keys(subjects)
    expect(listed).toEqual(paths.filter((path) => path.startsWith('e2e/') && isTestInBrowser(path)))
  })

  test.each(Object.entries(subjects))('names existing paths: %s', (_spec, starts) => {
    for (const start of starts)
      expect(
        paths.some((path) => path.startsWith(start)),
        start,
      ).toBe(true)
  })
})

test.each(Object.entries(throughServer))('names an existing test and what it shows: %s', (path, shown) => {
  for (const one of [path, ...shown]) expect(paths).toContain(one)
})

test.each(Object.keys(stories))('a story is an existing test: %s', (story) => expect(paths).toContain(story))
