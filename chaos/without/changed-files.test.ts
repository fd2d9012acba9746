import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readChanges } from './changed-files.ts'

/** A clone of its own, on the branch `main`. */
const clone = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-changed-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'commit.gpgsign=false']
  const git = (...given: string[]) => execFileSync('git', [...person, ...given], { cwd: folder, encoding: 'utf8' }).trim()
  git('init', '--quiet', '--initial-branch=main')
  const write = async (file: string, text = file) => {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
  const commit = async (...files: string[]) => {
    for (const file of files) await write(file)
    git('add', '--all')
    git('commit', '--quiet', '--allow-empty', '-m', 'x')
    return git('rev-parse', 'HEAD')
  }
  return { folder, git, write, commit, changes: () => readChanges(folder) }
}

test('on a branch: all that changed since it left the main branch, with what is not committed and not tracked', async () => {
  const { git, write, commit, changes } = await clone()
  await commit('a.ts', 'gone.ts', 'kept.ts')
  const base = await commit('b.ts', '.gitignore')
  await write('.gitignore', 'ignored.ts')
  await commit()
  git('switch', '--quiet', '-c', 'change', base)
  git('rm', '--quiet', 'gone.ts')
  git('mv', 'b.ts', 'moved.ts')
  await commit('first.ts')
  await commit('second.ts')
  await write('a.ts', 'changed')
  await write('deep/größe.ts')
  expect(await changes()).toEqual({
    files: ['a.ts', 'b.ts', 'deep/größe.ts', 'first.ts', 'gone.ts', 'moved.ts', 'second.ts'],
    since: base,
  })
})

test('on the main branch: what changed since the one that it was fetched as, or else in the last commit', async () => {
  const { git, write, commit, changes } = await clone()
  const first = await commit('a.ts')
  const second = await commit('b.ts')
  await write('c.ts')
  expect(await changes()).toEqual({ files: ['b.ts', 'c.ts'], since: first })
  git('update-ref', 'refs/remotes/origin/main', first)
  await commit()
  expect(await changes()).toEqual({ files: ['b.ts', 'c.ts'], since: first })
  git('update-ref', 'refs/remotes/origin/main', 'HEAD')
  expect(await changes()).toEqual({ files: ['c.ts'], since: second })
})

test('without a history nobody knows what changed', async () => {
  const { folder, commit, changes } = await clone()
  expect(await changes()).toEqual({ files: [], since: undefined })
  await commit('a.ts')
  expect(await changes()).toEqual({ files: [], since: undefined })
  await rm(join(folder, '.git'), { recursive: true })
  expect(await changes()).toEqual({ files: [], since: undefined })
})
