import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type LogEvent, logEvents } from './server-log.ts'

const folder = import.meta.dirname
const sources: string[] = []
for await (const path of glob('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts', 'testing/**', 'server-log.ts'] }))
  sources.push(readFileSync(join(folder, path), 'utf8'))

test('each call of the log names its event first', () => {
  const calls = sources.flatMap((source) => [...source.matchAll(/\blog(?:\.(?:info|warn|error)|\[[^\]]+\])\(\s*(\{?\s*\w*)/g)])
  expect(calls.length).toBeGreaterThan(50)
  expect(calls.filter(([, first]) => !/^\{\s*event$/.test(first ?? '')).map(([call]) => call)).toEqual([])
})

test('each event of the catalogue is written somewhere', () => {
  const all = sources.join('\n')
  const isWritten = (event: string) => all.includes(`event: '${event}'`) || /^database-files-/.test(event)
  expect(Object.keys(logEvents).filter((event) => !isWritten(event))).toEqual([])
})

test('docs/log.md lists the events with their meanings', () => {
  const page = readFileSync(join(folder, '../../../docs/log.md'), 'utf8')
  const listed = Object.fromEntries(
    [...page.matchAll(/^\| `([\w-]+)` \| (.*) \|$/gm)].map(([, event, meaning = '']) => [
      event,
      meaning.replace('[security-log.md](security-log.md)', 'docs/security-log.md'),
    ]),
  )
  expect(listed).toEqual(logEvents satisfies Record<LogEvent, string>)
})
