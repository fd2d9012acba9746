import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { changesLinks, readChange, readRepository } from './read-repository.ts'

let root: string
const git = (...words: string[]) =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
const write = (path: string, text: string) => writeFileSync(join(root, path), text)
const commit = () => {
  git('add', '-A')
  git('-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '-qm', 'a')
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sitwell-change-'))
  git('init', '-qb', 'main')
  write('a.ts', 'const a = 1\n')
  write('b.ts', 'const b = 1\n')
  commit()
  write('a.ts', 'const a = 2\n')
  commit()
})
afterEach(() => rmSync(root, { recursive: true }))

describe('what changed', () => {
  test('is the last commit on main where nothing else is new', () => {
    expect(readChange(root)).toMatchObject({ paths: ['a.ts'], linksChanged: false })
  })

  test('on main is what is not committed: staged, not staged, deleted and new', () => {
    write('c.ts', 'const c = 1\n')
    write('a.ts', 'const a = 3\n')
    git('rm', '-q', 'b.ts')
    expect(readChange(root)).toMatchObject({ paths: ['a.ts', 'b.ts', 'c.ts'], linksChanged: true })
  })

  test('on a branch is all since it left main, committed or not', () => {
    git('switch', '-qc', 'branch')
    write('b.ts', 'const b = 2\n')
    commit()
    write('a.ts', 'const a = 3\n')
    expect(readChange(root).paths).toEqual(['a.ts', 'b.ts'])
  })

  test('is compared with the given commit, and an unknown one is an error', () => {
    write('b.ts', 'const b = 2\n')
    commit()
    expect(readChange(root, 'HEAD~2').paths).toEqual(['a.ts', 'b.ts'])
    expect(() => readChange(root, 'nowhere')).toThrow('No such commit: nowhere')
  })
})

test('a deleted file is among the paths of the repository, without a text', () => {
  git('rm', '-q', 'b.ts')
  const { paths, texts } = readRepository(root, ['b.ts'])
  expect(paths).toEqual(['a.ts', 'b.ts'])
  expect([...texts.keys()]).toEqual(['a.ts'])
})

test.each([
  ["+import { a } from './a.ts'", true],
  ["-} from './a.ts'", true],
  ['-export const a = 1', true],
  ['new file mode 100644', true],
  ['+++ b/knip.json', true],
  ['+const a = 1', false],
  ['+++ b/apps/player/src/important.ts\n@@ -1 +1 @@ export const a = 1', false],
])('%s: links changed: %s', (diff, expected) => expect(changesLinks(diff)).toBe(expected))
