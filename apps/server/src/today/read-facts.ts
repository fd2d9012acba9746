import { statfs } from 'node:fs/promises'
import type { OperationFact } from '@sitwell/contract'
import { sql } from 'kysely'
import { type LastBackup, lastBackup } from '../backup/last-backup.ts'
import type { Database } from '../db/database.ts'
import { durabilityRisks } from '../db/durability-risks.ts'
import { selectApplied } from '../db/migration-tables.ts'
import { schemaStateOf } from '../db/schema-state.ts'
import { readMailQueue } from '../mail-outbox/index.ts'
import { timeRoundTrip } from '../watching/time-round-trip.ts'
import {
  type Archive,
  factOfArchive,
  factOfBackup,
  factOfCertificate,
  factOfDatabase,
  factOfDisk,
  factOfJobs,
  factOfMail,
  factOfVersion,
} from './judge-facts.ts'
import type { TodayContext } from './today-context.ts'

/** What can't be read is not known, and keeps no other fact from being shown. */
const orUnknown = <T>(read: Promise<T>): Promise<T | undefined> => read.catch(() => undefined)

const archiveOf = async ({ kysely }: Database): Promise<Archive> => {
  const { rows } = await sql<Archive>`select
    (extract(epoch from last_archived_time) * 1000)::bigint as "archivedMs",
    (extract(epoch from last_failed_time) * 1000)::bigint as "failedMs" from pg_stat_archiver`.execute(kysely)
  return rows[0] ?? { archivedMs: null, failedMs: null }
}

const freeOf = async (folder: string) => {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, all: blocks * bsize }
}

const bytesOf = async ({ kysely, dialect }: Database): Promise<number> => {
  const asked =
    dialect === 'postgres'
      ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
      : sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
  return Number((await asked.execute(kysely)).rows[0]?.bytes)
}

const databaseOf = async (database: Database, backup: LastBackup | undefined) => {
  const tookMs = (await timeRoundTrip(database)) * 1000
  const [bytes, risks] = await Promise.all([orUnknown(bytesOf(database)), durabilityRisks(database)])
  const name = database.dialect === 'postgres' ? 'PostgreSQL' : 'SQLite'
  // A backup is checked page by page when it is made, and is a copy of the database.
  return { name, bytes, tookMs, risks: risks.length, checkedMs: backup?.madeMs }
}

/** How the server that answers stands. */
export const readFacts = async ({ database, config, operation }: TodayContext, nowMs: number): Promise<OperationFact[]> => {
  const isEmbedded = database.dialect === 'sqlite'
  const backup = isEmbedded ? await lastBackup(config) : undefined
  const [archive, disk, standing, applied, mails] = await Promise.all([
    isEmbedded ? undefined : orUnknown(archiveOf(database)),
    orUnknown(freeOf(config.dataFolder)),
    orUnknown(databaseOf(database, backup)),
    orUnknown(selectApplied(database.kysely, database.dialect)),
    orUnknown(readMailQueue(database.kysely, nowMs)),
  ])
  return [
    isEmbedded ? factOfBackup(backup, nowMs) : factOfArchive(archive ?? { archivedMs: null, failedMs: null }, nowMs),
    factOfDisk(disk, config.lowRoomBytes, nowMs),
    factOfDatabase(standing, nowMs),
    factOfVersion(config.appVersion, applied && schemaStateOf(applied), nowMs),
    factOfMail(config.smtpUrl !== undefined, operation.mails.standing(), mails, nowMs),
    factOfCertificate(operation.certificate.standing(), nowMs),
    factOfJobs(operation.jobs.standing(), nowMs),
  ]
}
