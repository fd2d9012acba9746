import { sql } from 'kysely'
import type { Database } from './database.ts'

/** What PostgreSQL says of how it keeps what it has acknowledged, as this server's connections have it. */
export interface DurabilitySettings {
  readonly fsync: string
  readonly full_page_writes: string
  readonly synchronous_commit: string
  /** Names of the replicas that a commit waits for; empty if it waits for none. */
  readonly synchronous_standby_names: string
  /** Replicas that follow it now. */
  readonly replicas: number
}

/** Each thing by which acknowledged answers can be lost, in a sentence with what to do; none if there is nothing. */
export const risksOf = (settings: DurabilitySettings): string[] => {
  const { fsync, full_page_writes, synchronous_commit, synchronous_standby_names, replicas } = settings
  const risks: string[] = []
  if (fsync !== 'on') risks.push('fsync is off: a power cut can destroy the database. Set fsync = on.')
  if (full_page_writes !== 'on')
    risks.push('full_page_writes is off: a power cut can damage the database. Set full_page_writes = on.')
  if (synchronous_commit === 'off')
    risks.push('synchronous_commit is off: a crash loses the answers that were acknowledged last. Set synchronous_commit = on.')
  else if (synchronous_standby_names !== '' && synchronous_commit === 'local')
    risks.push(
      'synchronous_commit is local: no commit waits for a replica, and a failover loses answers. Set synchronous_commit = on.',
    )
  else if (synchronous_standby_names !== '' && synchronous_commit === 'remote_write')
    risks.push('synchronous_commit is remote_write: replicas that lose their power lose answers. Set synchronous_commit = on.')
  if (replicas > 0 && synchronous_standby_names === '')
    risks.push(
      'replication is asynchronous: a failover loses the answers of the last moments. Set synchronous_standby_names, in Patroni synchronous_mode.',
    )
  return risks
}

/** What speaks against the database as a place of answers (decision 73); nothing of SQLite, whose settings the server makes itself. */
export const durabilityRisks = async ({ kysely, dialect }: Pick<Database, 'kysely' | 'dialect'>): Promise<string[]> => {
  if (dialect === 'sqlite') return []
  const { rows } = await sql<DurabilitySettings>`select current_setting('fsync') as fsync,
    current_setting('full_page_writes') as full_page_writes, current_setting('synchronous_commit') as synchronous_commit,
    current_setting('synchronous_standby_names') as synchronous_standby_names,
    (select count(*) from pg_stat_replication where application_name not like '%basebackup%')::int as replicas`.execute(kysely)
  return rows[0] ? risksOf(rows[0]) : []
}
