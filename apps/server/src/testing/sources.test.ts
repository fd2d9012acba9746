import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'

/** What runs at an operator's or a learner's: no test, and nothing of one. */
const folders = ['apps/server/src', 'apps/player/src', 'apps/scorm-host', 'packages', 'bin']
const isShipped = (path: string) =>
  /\.(ts|tsx|js|sh)$|^bin\//.test(path) && !/\.(test|spec|chaos|d)\.tsx?$|(^|\/)(testing|node_modules|dist)\//.test(path)

let sources: ReadonlyMap<string, string>
beforeAll(async () => {
  const paths: string[] = []
  for (const folder of folders)
    for (const one of await readdir(folder, { recursive: true, withFileTypes: true }))
      if (one.isFile()) paths.push(join(one.parentPath, one.name).replace(`${process.cwd()}/`, ''))
  const read = paths.filter(isShipped).map(async (path) => [path, await readFile(path, 'utf8')] as const)
  sources = new Map(await Promise.all(read))
})
const filesWith = (pattern: RegExp) =>
  [...sources]
    .flatMap(([path, text]) => (pattern.test(text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/ .*/g, '')) ? [path] : []))
    .toSorted()

test('the two programs that are started are our own, by their names in the sources, without a shell', () => {
  const starting = ['apps/server/src/library/reading/run-worker.ts', 'apps/server/src/paper/printing/print-worker.ts']
  expect(filesWith(/child_process/)).toEqual(starting)
  for (const path of starting) expect(sources.get(path)).toMatch(/import \{ fork \} from 'node:child_process'/)
  expect(filesWith(/\bshell\s*:/)).toEqual([])
})

test('no code is made of text', () => {
  expect(filesWith(/\beval\(|\bnew Function\(|\bFunction\(|node:vm\b/)).toEqual([])
})

test('patterns are made of words of our own; the one that takes a word of a package takes two letters', () => {
  expect(filesWith(/\bRegExp\(/)).toEqual([
    'apps/scorm-host/src/data-model.ts',
    'apps/server/src/folded-name.ts',
    'apps/server/src/http/security-headers.ts',
    'packages/app-build/src/messages-plugin.ts',
    'packages/qti/src/comparable-text.ts',
    'packages/qti/src/pattern-parser.ts',
    'packages/question-types/src/drawing/drawing.ts',
    'packages/question-types/src/grid-form/field-value.ts',
    'packages/question-types/src/rich-text/editor/document-in-lexical.ts',
    'packages/safe-html/src/looks-like-html.ts',
  ])
  expect(sources.get('packages/qti/src/pattern-parser.ts')).toMatch(/\^\[A-Z\]\[a-z\]\?\$/)
})

test('answers of learners are put into their normal form by what bounds its cost alone; the others have single characters, short names and words of packages', () => {
  expect(filesWith(/\.normalize\(/)).toEqual([
    'apps/scorm-host/src/stored-answers.ts',
    'apps/server/src/folded-name.ts',
    'apps/server/src/import/files/package-source.ts',
    'apps/server/src/import/files/read-zip.ts',
    'apps/server/src/import/files/walk-folder.ts',
    'apps/server/src/import/formats/moodle/moodle-files.ts',
    'apps/server/src/import/formats/qti1/material.ts',
    'apps/server/src/import/html/find-file.ts',
    'apps/server/src/import/read-package.ts',
    'apps/server/src/lms/course-server.ts',
    'apps/server/src/office/people-import/columns.ts',
    'apps/server/src/organisation/create-organisation.ts',
    'apps/server/src/passwords.ts',
    'apps/server/src/plain-line.ts',
    'apps/server/src/security/passwords/breached-passwords.ts',
    'apps/server/src/security/passwords/password-policy.ts',
    'apps/server/src/sign-in-name.ts',
    'packages/qti/src/comparable-text.ts',
    'packages/qti/src/normal-form.ts',
  ])
})

test('no certificate goes unchecked, and no request of the server is followed elsewhere', () => {
  expect(filesWith(/rejectUnauthorized|NODE_TLS_REJECT|checkServerIdentity/)).toEqual([])
  const asking = filesWith(/\bfetch\(/).filter((path) => path.startsWith('apps/server/'))
  expect(asking).toHaveLength(3)
  for (const path of asking)
    expect([path, sources.get(path)]).toEqual([path, expect.stringMatching(/redirect: '(manual|error)'/)])
})
