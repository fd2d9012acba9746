import { glob } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Migration } from '../../apps/server/src/db/migration.ts'
import type { Finding } from './run-tool.ts'

/** From here on servers of the version before have to go on over the tables of the next (decision 69). */
const ruledFrom = 36

const newTable = /^create table (?:if not exists )?(\w+)/
const newColumn = /^alter table \w+ add column \w+ .*$/
const newIndex = /^create (?:unique )?index (?:if not exists )?\w+ on (\w+)/
const filled = /^(?:insert into|update|delete from) (\w+)/

/** What no server of the version before can trip over: tables of its own, and columns that it needn't know of. */
const isAddition = (statement: string, own: ReadonlySet<string>): boolean => {
  const [, table] = newIndex.exec(statement) ?? filled.exec(statement) ?? []
  if (table !== undefined) return own.has(table)
  if (newTable.test(statement)) return true
  const mayStayOut = !/\bnot null\b/.test(statement) || /\bdefault\b/.test(statement)
  return newColumn.test(statement) && mayStayOut && !/\b(?:unique|primary key|references|check)\b/.test(statement)
}

/**
 * What is wrong with migrations: statements that the version before may trip over (something is dropped, renamed, narrowed, or an index
 * holds writers up) in a migration that doesn't say in `goesOn` why it doesn't.
 */
export const faultsOfMigrations = (migrations: readonly Migration[]): string[] =>
  migrations
    .filter(({ version, goesOn }) => version >= ruledFrom && goesOn === undefined)
    .flatMap(({ version, name, statements }) => {
      const plain = statements({ bytes: 'blob' }).map((statement) => statement.replaceAll(/\s+/g, ' ').trim().toLowerCase())
      const own = new Set(plain.flatMap((statement) => newTable.exec(statement)?.[1] ?? []))
      return plain
        .filter((statement) => !isAddition(statement, own))
        .map(
          (statement) =>
            `migration ${version} (${name}): “${statement.slice(0, 80)}” is no addition. Servers of the version before run beside it: ` +
            'leave it to the next version, or say in `goesOn` why they go on (decision 69).',
        )
    })

const isMigration = (value: unknown): value is Migration => typeof value === 'object' && value !== null && 'statements' in value

/** Every migration adds alone, or says why servers of the version before go on beside it. */
export async function checkMigrations(): Promise<Finding> {
  const migrations: Migration[] = []
  for await (const path of glob('apps/server/src/db/migrations/*.ts'))
    migrations.push(...Object.values(await import(resolve(path))).filter(isMigration))
  const faults = faultsOfMigrations(migrations)
  return { ok: faults.length === 0 && migrations.length > 0, detail: faults.join('\n') || `${migrations.length} migrations` }
}
