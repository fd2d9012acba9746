import type { OperationFact } from '@sitwell/contract'
import type { SchemaState } from '../db/schema-state.ts'
import type { MailStanding } from '../mail/mail-record.ts'
import type { MailQueueStanding } from '../mail-outbox/index.ts'
import type { JobStanding } from '../scheduler.ts'
import type { CertificateStanding } from '../watching/certificate.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** ISO 8601 of Unix ms. */
const iso = (ms: number) => new Date(ms).toISOString()

/** How old (milliseconds) a backup may be: a daily one that took its time is fresh. */
const backupMs = { attention: 26 * hourMs, bad: 3 * dayMs }

const backupState = (ageMs: number) => {
  if (ageMs > backupMs.bad) return 'bad'
  return ageMs > backupMs.attention ? 'attention' : 'good'
}

interface Backup {
  readonly madeMs: number
  readonly bytes: number
  readonly from: 'folder' | 'record'
}

/** The backup of the embedded database. */
export const factOfBackup = (last: Backup | undefined, nowMs: number): OperationFact =>
  last === undefined
    ? { is: 'backup', state: 'bad', found: 'backup-none', from: 'backup-folder', at: iso(nowMs) }
    : {
        ...{ is: 'backup', state: backupState(nowMs - last.madeMs), found: 'backup-made', from: `backup-${last.from}` },
        ...{ at: iso(last.madeMs), bytes: last.bytes },
      }

/** What PostgreSQL says of its archive of changes, Unix ms. */
export interface Archive {
  readonly archivedMs: number | null
  readonly failedMs: number | null
}

/** The archive of PostgreSQL. Without one it isn't known whether it is backed up: other tools do that. */
export const factOfArchive = ({ archivedMs, failedMs }: Archive, nowMs: number): OperationFact => {
  const base = { is: 'backup', from: 'archiver' } as const
  if (failedMs !== null && failedMs > (archivedMs ?? -Infinity))
    return { ...base, state: 'bad', found: 'backup-archive-fails', ...(archivedMs !== null && { at: iso(archivedMs) }) }
  if (archivedMs === null) return { ...base, state: 'unknown', found: 'backup-unknown' }
  return { ...base, state: backupState(nowMs - archivedMs), found: 'backup-archived', at: iso(archivedMs) }
}

/** Bytes that are free on the disk of the data folder, of all that it has. */
export const factOfDisk = (
  disk: { readonly free: number; readonly all: number } | undefined,
  lowRoomBytes: number,
  nowMs: number,
): OperationFact => {
  const base = { is: 'disk', from: 'data-folder' } as const
  if (!disk) return { ...base, state: 'unknown', found: 'disk-unknown' }
  const { free, all } = disk
  const state = free < lowRoomBytes ? 'bad' : free < 3 * lowRoomBytes ? 'attention' : 'good'
  return { ...base, state, found: 'disk-free', at: iso(nowMs), bytes: free, ofBytes: all }
}

/** The version that runs, and whether the database is of the same. */
export const factOfVersion = (version: string, schema: SchemaState | undefined, nowMs: number): OperationFact => {
  const base = { is: 'version', from: 'process', at: iso(nowMs) } as const
  if (!schema) return { is: 'version', from: 'process', state: 'unknown', found: 'version-unknown', names: [version] }
  if (schema.is === 'newer')
    return { ...base, state: 'attention', found: 'version-database-newer', names: [version, schema.has] }
  if (schema.is === 'older') return { ...base, state: 'bad', found: 'version-database-older', names: [version, schema.lacks] }
  return { ...base, state: 'good', found: 'version-runs', names: [version] }
}

/** Milliseconds that a mail about a result may wait: a mail server may be away for a moment. */
const mailWaitsMs = hourMs / 2

/** Whether mail can be sent, as far as it was tried; and whether mails about results get out. `queue`: undefined if it can't be read. */
export const factOfMail = (
  isConfigured: boolean,
  { sentMs, failedMs }: MailStanding,
  queue: MailQueueStanding | undefined,
  nowMs: number,
): OperationFact => {
  const base = { is: 'mail', from: 'process' } as const
  if (queue?.waitingSinceMs !== undefined && nowMs - queue.waitingSinceMs > mailWaitsMs)
    return {
      is: 'mail',
      from: 'database',
      state: 'bad',
      found: 'mail-waits',
      at: iso(queue.waitingSinceMs),
      count: queue.waiting,
    }
  if (queue !== undefined && queue.failed > 0)
    return { is: 'mail', from: 'database', state: 'bad', found: 'mail-given-up', at: iso(nowMs), count: queue.failed }
  if (!isConfigured) return { is: 'mail', from: 'settings', state: 'attention', found: 'mail-none', at: iso(nowMs) }
  if (failedMs !== undefined && failedMs >= (sentMs ?? -Infinity))
    return { ...base, state: 'bad', found: 'mail-failed', at: iso(failedMs) }
  if (sentMs === undefined) return { ...base, state: 'unknown', found: 'mail-untried' }
  return { ...base, state: 'good', found: 'mail-sent', at: iso(sentMs) }
}

const certificateMs = { attention: 21 * dayMs, bad: 7 * dayMs }

/** Milliseconds after which a certificate that was seen says nothing any more: it is looked at every hour. */
const sightMs = 3 * hourMs

/** The certificate at the public address. */
export const factOfCertificate = (standing: CertificateStanding | undefined, nowMs: number): OperationFact => {
  const base = { is: 'certificate', from: 'public-address' } as const
  if (!standing) return { is: 'certificate', from: 'settings', state: 'unknown', found: 'certificate-elsewhere' }
  const { seen, hasFailed } = standing
  if (!seen) return { ...base, state: 'unknown', found: 'certificate-unreachable' }
  const known = { ...base, at: iso(seen.atMs), until: iso(seen.untilMs) }
  if (hasFailed || nowMs - seen.atMs > sightMs)
    return { ...known, state: nowMs >= seen.untilMs ? 'bad' : 'unknown', found: 'certificate-last-known' }
  const leftMs = seen.untilMs - nowMs
  const state = leftMs < certificateMs.bad ? 'bad' : leftMs < certificateMs.attention ? 'attention' : 'good'
  return { ...known, state, found: 'certificate-until' }
}

/** The background jobs of this server. One that fails is tried again and again; it is bad after an hour. */
export const factOfJobs = (jobs: readonly JobStanding[], nowMs: number): OperationFact => {
  const base = { is: 'jobs', from: 'process' } as const
  if (jobs.length === 0) return { ...base, state: 'unknown', found: 'jobs-unknown' }
  const failing = jobs.filter(({ failingSinceMs }) => failingSinceMs !== undefined)
  if (failing.length === 0) {
    const lastMs = Math.max(...jobs.map(({ endedMs }) => endedMs))
    return { ...base, state: 'good', found: 'jobs-work', at: iso(lastMs), count: jobs.length }
  }
  const sinceMs = Math.min(...failing.map(({ failingSinceMs = nowMs }) => failingSinceMs))
  const names = failing.map(({ name }) => name).sort()
  const state = nowMs - sinceMs >= hourMs ? 'bad' : 'attention'
  return { ...base, state, found: 'jobs-fail', at: iso(sinceMs), count: names.length, names }
}

/** How the database answers. `risks`: what its settings put at risk. */
export const factOfDatabase = (
  database:
    | {
        readonly name: string
        readonly bytes: number | undefined
        readonly tookMs: number
        readonly risks: number
        readonly checkedMs: number | undefined
      }
    | undefined,
  nowMs: number,
): OperationFact => {
  const base = { is: 'database', from: 'database' } as const
  if (!database) return { ...base, state: 'unknown', found: 'database-unknown' }
  const { name, bytes, tookMs, risks, checkedMs } = database
  const isSlow = tookMs > 1000
  return {
    ...base,
    ...(risks > 0
      ? { state: 'bad', found: 'database-at-risk' }
      : { state: isSlow ? 'attention' : 'good', found: 'database-answers' }),
    ...{ at: iso(nowMs), names: [name], tookMs: Math.round(tookMs) },
    ...(bytes !== undefined && { bytes }),
    ...(checkedMs !== undefined && { checkedAt: iso(checkedMs) }),
  }
}
