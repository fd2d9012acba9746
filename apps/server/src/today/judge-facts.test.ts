import type { FactState, OperationFact } from '@sitwell/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  factOfArchive,
  factOfBackup,
  factOfCertificate,
  factOfDatabase,
  factOfDisk,
  factOfJobs,
  factOfMail,
  factOfVersion,
} from './judge-facts.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const nowMs = Date.parse('2026-12-01T09:00:00Z')
const iso = (ms: number) => new Date(ms).toISOString()
const worse: readonly FactState[] = ['good', 'attention', 'bad']
const rank = ({ state }: OperationFact) => worse.indexOf(state)

describe('a backup', () => {
  const ofAge = (ageMs: number) => factOfBackup({ madeMs: nowMs - ageMs, bytes: 5, from: 'folder' }, nowMs)

  test('never gets better as it gets older', () => {
    void fc.assert(
      fc.property(fc.nat(10 * dayMs), fc.nat(10 * dayMs), (one, other) => {
        expect(rank(ofAge(Math.min(one, other)))).toBeLessThanOrEqual(rank(ofAge(Math.max(one, other))))
      }),
    )
  })

  test('is fresh for a day and two hours, and bad after three days or if there is none', () => {
    const states = [0, 26 * hourMs, 26 * hourMs + 1, 3 * dayMs, 3 * dayMs + 1].map((age) => ofAge(age).state)
    expect(states).toEqual(['good', 'good', 'attention', 'attention', 'bad'])
    expect(ofAge(5)).toMatchObject({ found: 'backup-made', from: 'backup-folder', at: iso(nowMs - 5), bytes: 5 })
    expect(factOfBackup(undefined, nowMs)).toMatchObject({ state: 'bad', found: 'backup-none', at: iso(nowMs) })
  })

  test('of PostgreSQL is not known without an archive, and bad if the last attempt failed', () => {
    const fact = (archivedMs: number | null, failedMs: number | null) => factOfArchive({ archivedMs, failedMs }, nowMs)
    expect(fact(null, null)).toEqual({ is: 'backup', from: 'archiver', state: 'unknown', found: 'backup-unknown' })
    expect(fact(nowMs - hourMs, nowMs - dayMs)).toMatchObject({ state: 'good', found: 'backup-archived' })
    expect(fact(nowMs - 4 * dayMs, null)).toMatchObject({ state: 'bad', found: 'backup-archived' })
    const failed = { is: 'backup', from: 'archiver', state: 'bad', found: 'backup-archive-fails' }
    expect(fact(nowMs - hourMs, nowMs)).toEqual({ ...failed, at: iso(nowMs - hourMs) })
    expect(fact(null, nowMs)).toEqual(failed)
  })
})

describe('other facts', () => {
  test('of the disk get worse as it fills up', () => {
    const states = [99, 100, 299, 300].map((free) => factOfDisk({ free, all: 1000 }, 100, nowMs).state)
    expect(states).toEqual(['bad', 'attention', 'attention', 'good'])
    expect(factOfDisk({ free: 300, all: 1000 }, 100, nowMs)).toMatchObject({ bytes: 300, ofBytes: 1000, at: iso(nowMs) })
    expect(factOfDisk(undefined, 100, nowMs)).toEqual({
      ...{ is: 'disk', from: 'data-folder', state: 'unknown', found: 'disk-unknown' },
    })
  })

  test('of the version name a database of another one', () => {
    expect(factOfVersion('0.3.0', { is: 'current' }, nowMs)).toMatchObject({ state: 'good', names: ['0.3.0'] })
    expect(factOfVersion('0.3.0', { is: 'newer', has: 'x' }, nowMs)).toMatchObject({
      ...{ state: 'attention', found: 'version-database-newer', names: ['0.3.0', 'x'] },
    })
    expect(factOfVersion('0.3.0', { is: 'older', lacks: 'y' }, nowMs)).toMatchObject({
      ...{ state: 'bad', found: 'version-database-older', names: ['0.3.0', 'y'] },
    })
    const unknown = factOfVersion('0.3.0', undefined, nowMs)
    expect([unknown.state, unknown.at]).toEqual(['unknown', undefined])
  })

  test('of mail say what came of the last letter', () => {
    const fact = (sentMs?: number, failedMs?: number) => factOfMail(true, { sentMs, failedMs }, undefined, nowMs)
    const queued = (waitedMs: number | undefined, failed = 0) =>
      factOfMail(
        true,
        { sentMs: nowMs, failedMs: undefined },
        { waiting: 7, waitingSinceMs: waitedMs === undefined ? undefined : nowMs - waitedMs, failed },
        nowMs,
      )
    expect([queued(undefined).found, queued(hourMs / 2).found]).toEqual(['mail-sent', 'mail-sent'])
    expect(queued(hourMs / 2 + 1)).toMatchObject({ state: 'bad', found: 'mail-waits', count: 7 })
    expect(queued(undefined, 2)).toMatchObject({ state: 'bad', found: 'mail-given-up', count: 2 })
    expect(factOfMail(false, { sentMs: 1, failedMs: 2 }, undefined, nowMs)).toMatchObject({
      state: 'attention',
      found: 'mail-none',
    })
    expect(fact()).toEqual({ is: 'mail', from: 'process', state: 'unknown', found: 'mail-untried' })
    expect(fact(2, 1)).toMatchObject({ state: 'good', found: 'mail-sent', at: iso(2) })
    expect(fact(1, 2)).toMatchObject({ state: 'bad', found: 'mail-failed', at: iso(2) })
  })

  test('of the certificate go by the days that are left, and are not known if it was not seen lately', () => {
    const seenAt = (leftMs: number, agoMs = 0, hasFailed = false) =>
      factOfCertificate({ seen: { untilMs: nowMs + leftMs, atMs: nowMs - agoMs }, hasFailed }, nowMs)
    const states = [21 * dayMs, 21 * dayMs - 1, 7 * dayMs, 7 * dayMs - 1, -1].map((left) => seenAt(left).state)
    expect(states).toEqual(['good', 'attention', 'attention', 'bad', 'bad'])
    const old = { state: 'unknown', found: 'certificate-last-known' }
    expect(seenAt(dayMs, 3 * hourMs + 1)).toMatchObject({ ...old, at: iso(nowMs - 3 * hourMs - 1) })
    expect(seenAt(dayMs, hourMs, true)).toMatchObject({ ...old, at: iso(nowMs - hourMs), until: iso(nowMs + dayMs) })
    // One that is over is refused, and was seen before.
    expect(seenAt(0, hourMs, true)).toMatchObject({ state: 'bad', found: 'certificate-last-known' })
    expect(factOfCertificate({ seen: undefined, hasFailed: true }, nowMs)).toEqual({
      ...{ is: 'certificate', from: 'public-address', state: 'unknown', found: 'certificate-unreachable' },
    })
    expect(factOfCertificate(undefined, nowMs)).toMatchObject({ state: 'unknown', found: 'certificate-elsewhere' })
  })

  test('of jobs name those that fail, and are bad after an hour', () => {
    const job = (name: string, failingSinceMs?: number) => ({ name, endedMs: nowMs - 5, failingSinceMs })
    expect(factOfJobs([], nowMs)).toEqual({ is: 'jobs', from: 'process', state: 'unknown', found: 'jobs-unknown' })
    expect(factOfJobs([job('a'), job('b')], nowMs)).toMatchObject({ state: 'good', count: 2, at: iso(nowMs - 5) })
    const failing = factOfJobs([job('b', nowMs - 5), job('a', nowMs - 9), job('c')], nowMs)
    expect(failing).toMatchObject({ state: 'attention', found: 'jobs-fail', names: ['a', 'b'], count: 2, at: iso(nowMs - 9) })
    expect(factOfJobs([job('a', nowMs - hourMs)], nowMs).state).toBe('bad')
  })

  test('of the database say what its settings put at risk, and how long it took', () => {
    const fact = (more: object) =>
      factOfDatabase({ name: 'SQLite', bytes: 9, tookMs: 1.4, risks: 0, checkedMs: undefined, ...more }, nowMs)
    expect(fact({ checkedMs: 5 })).toMatchObject({ state: 'good', names: ['SQLite'], bytes: 9, tookMs: 1, checkedAt: iso(5) })
    expect(fact({ tookMs: 1001 }).state).toBe('attention')
    expect(fact({ risks: 1 })).toMatchObject({ state: 'bad', found: 'database-at-risk' })
    expect(factOfDatabase(undefined, nowMs)).toMatchObject({ state: 'unknown', found: 'database-unknown' })
  })
})
