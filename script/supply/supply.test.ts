import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { findingsOf } from '../check/advisories.ts'
import { type LockedPackages, withoutHash } from '../lock/complete-lock.ts'
import { advisoriesIn } from './read-audit.ts'
import { isInRange } from './version-range.ts'

const lockOf = async () => (JSON.parse(await readFile('package-lock.json', 'utf8')) as { packages: LockedPackages }).packages

test('a version is in a range as advisories write it', () => {
  for (const [version, range] of [
    ['1.2.2', '<1.2.3'],
    ['1.2.3-beta.1', '<1.2.3'],
    ['1.10.0', '>=1.9.0 <2.0.0'],
    ['0.5.0', '>= 1.0.0, < 2.0.0 || = 0.5.0'],
    ['9.9.9', '*'],
    ['1.0.0', 'what is this'],
    ['1.2', '>=2.0.0'],
  ] as const)
    expect([version, range, isInRange(version, range)]).toEqual([version, range, true])
  for (const [version, range] of [
    ['1.2.3', '<1.2.3'],
    ['1.2.4', '<=1.2.3'],
    ['2.0.0', '>=1.9.0 <2.0.0 || >2.0.0'],
    ['1.10.0', '<1.9.0'],
  ] as const)
    expect([version, range, isInRange(version, range)]).toEqual([version, range, false])
})

test('an advisory about a package of the lock file is found wherever it stands, unless it is accepted', () => {
  const advisory = { id: 'GHSA-x', package: 'left', vulnerable: '<2.0.0', severity: 'high', title: 'Falls over' } as const
  const packages: LockedPackages = {
    '': {},
    'node_modules/left': { version: '2.0.0' },
    'node_modules/a/node_modules/left': { version: '1.9.9' },
  }
  const list = { asOf: '2026-01-01', advisories: [advisory], accepted: [] }
  expect(findingsOf(packages, list)).toEqual(['left 1.9.9 (node_modules/a/node_modules/left): GHSA-x, high: Falls over'])
  expect(findingsOf(packages, { ...list, accepted: [{ id: 'GHSA-x', why: 'what falls over is never called here' }] })).toEqual(
    [],
  )
})

test('what npm prints of an audit is read, and what is none is refused', () => {
  const via = {
    source: 1,
    name: 'left',
    title: 'Falls over',
    url: 'https://github.com/advisories/GHSA-x',
    severity: 'high',
    range: '<2.0.0',
  }
  const printed = JSON.stringify({ vulnerabilities: { left: { via: [via] }, right: { via: ['left', via] } } })
  expect(advisoriesIn(printed)).toEqual([
    { id: 'GHSA-x', package: 'left', vulnerable: '<2.0.0', severity: 'high', title: 'Falls over' },
  ])
  expect(() => advisoriesIn('{"message":"405 Method Not Allowed"}')).toThrow('npm made no audit: {"message":"405')
})

test('the bill of materials has every package of the lock file with its hash and licence', async () => {
  const packages = await lockOf()
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'bom'], { maxBuffer: 100 * 1024 * 1024 })
  const bill = JSON.parse(stdout) as { components: { name: string; purl: string; hashes?: object[] }[] }
  const listed = new Set(bill.components.map(({ purl }) => decodeURIComponent(purl)))
  const locked = Object.entries(packages).flatMap(([path, { link, version }]) => {
    const name = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1]
    return name === undefined || link ? [] : [`pkg:npm/${name}@${version}`]
  })
  expect(locked.length).toBeGreaterThan(600)
  expect(locked.filter((purl) => !listed.has(purl))).toEqual([])
  // The program that runs the server is one of them.
  expect(bill.components.find(({ name }) => name === 'node')).toBeDefined()
  expect(bill.components.find(({ name }) => name === 'fastify')).toMatchObject({
    purl: expect.stringMatching(/^pkg:npm\/fastify@\d/),
    hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
    licenses: [{ license: { id: 'MIT' } }],
  })
})

test('the lock file has a hash of each package, and one that is taken out is noticed', async () => {
  const packages = await lockOf()
  expect(withoutHash(packages)).toEqual([])
  const { integrity: _, ...bare } = packages['node_modules/fastify'] ?? {}
  expect(withoutHash({ ...packages, 'node_modules/fastify': bare })).toMatchObject([{ name: 'fastify' }])
})
