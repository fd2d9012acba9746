import { hash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { knownMigrations } from '../../apps/server/src/db/known-migrations.ts'
import { columnTypes, type Migration } from '../../apps/server/src/db/migration.ts'
import type { Finding } from './run-tool.ts'

const folder = 'apps/server/src/db/migrations'
const frozenFile = 'apps/server/src/db/frozen/migrations.json'

const newTable = /^create table (?:if not exists )?(\w+)/
const newColumn = /^alter table \w+ add column \w+ .*$/
const newIndex = /^create (?:unique )?index (?:if not exists )?\w+ on (\w+)/
const filled = /^(?:insert into|update|delete from) (\w+)/

/** Additions are what no server of the previous version can trip over: new tables, and columns that it needn't know of. */
const isAddition = (statement: string, own: ReadonlySet<string>): boolean => {
  const [, table] = newIndex.exec(statement) ?? filled.exec(statement) ?? []
  if (table !== undefined) return own.has(table)
  if (newTable.test(statement)) return true
  const mayStayOut = !/\bnot null\b/.test(statement) || /\bdefault\b/.test(statement)
  return newColumn.test(statement) && mayStayOut && !/\b(?:unique|primary key|references|check)\b/.test(statement)
}

/**
 * The problems with the statements of migrations: those that servers of the previous version may trip over (something is dropped,
 * renamed or narrowed, or an index holds up writers) in a migration that doesn't say in `goesOn` why they keep working.
 */
export const faultsOfMigrations = (migrations: readonly Migration[]): string[] =>
  migrations
    .filter(({ goesOn }) => goesOn === undefined)
    .flatMap(({ name, statements }) => {
      const plain = statements(columnTypes.sqlite).map((statement) => statement.replaceAll(/\s+/g, ' ').trim().toLowerCase())
      const own = new Set(plain.flatMap((statement) => newTable.exec(statement)?.[1] ?? []))
      return plain
        .filter((statement) => !isAddition(statement, own))
        .map(
          (statement) =>
            `migration ${name}: “${statement.slice(0, 80)}” is no addition. Servers of the previous version run beside it: ` +
            'leave it to the next version, or say in `goesOn` why they keep working (decision 69).',
        )
    })

const isDated = (name: string): boolean => {
  const [, date] = /^(\d{4}-\d{2}-\d{2})(?:-[a-z0-9]+)+$/.exec(name) ?? []
  return date !== undefined && new Date(`${date}T00:00:00Z`).toJSON()?.slice(0, 10) === date
}

/** The problems with the names of migrations: each is a date and a subject, and the list is in their order. */
export const faultsOfNames = (names: readonly string[]): string[] => [
  ...names
    .filter((name) => !isDated(name))
    .map((name) => `migration ${name}: name it by the day on which it was added, and its subject: 2026-11-29-first.`),
  ...names
    .filter((name, index) => index > 0 && name <= (names[index - 1] ?? ''))
    .map((name) => `migration ${name}: the list of migrations has to be in the order of their names, each of them once.`),
]

/** A hash over all that a migration does to a database. */
export const hashOfMigration = ({ statements }: Migration): string => hash('sha256', statements(columnTypes.sqlite).join('\n'))

/** What is wrong between migrations and their frozen hashes, by name: a migration was changed, removed, or never frozen. */
export const faultsOfFrozen = (migrations: readonly Migration[], frozen: Readonly<Record<string, string>>): string[] => [
  ...migrations
    .filter((migration) => frozen[migration.name] !== hashOfMigration(migration))
    .map((migration) =>
      frozen[migration.name] === undefined
        ? `migration ${migration.name} is new: add "${migration.name}": "${hashOfMigration(migration)}" to ${frozenFile}.`
        : `migration ${migration.name} was changed. A released one never changes: add another. One of no release has now the hash ${hashOfMigration(migration)}.`,
    ),
  ...Object.keys(frozen)
    .filter((name) => !migrations.some((migration) => migration.name === name))
    .map((name) => `migration ${name} was removed: databases have had it.`),
]

const isMigration = (value: unknown): value is Migration => typeof value === 'object' && value !== null && 'statements' in value

/** Migrations that their file doesn't name, or that the list lacks. */
const faultsOfFiles = async (): Promise<string[]> => {
  const faults: string[] = []
  for await (const path of glob(`${folder}/*.ts`)) {
    const file = basename(path, '.ts')
    const made = Object.values<unknown>(await import(resolve(path))).filter(isMigration)
    if (made.length !== 1 || made[0]?.name !== file) faults.push(`${path}: has to export the one migration ${file}.`)
    if (!knownMigrations.some(({ name }) => name === file)) faults.push(`${path}: known-migrations.ts doesn't list it.`)
  }
  return faults
}

/** Every migration is named by date, never changes, and only adds, or says why servers of the previous version keep working beside it. */
export async function checkMigrations(): Promise<Finding> {
  const frozen: Record<string, string> = JSON.parse(await readFile(frozenFile, 'utf8'))
  const faults = [
    ...faultsOfNames(knownMigrations.map(({ name }) => name)),
    ...faultsOfMigrations(knownMigrations),
    ...faultsOfFrozen(knownMigrations, frozen),
    ...(await faultsOfFiles()),
  ]
  return { ok: faults.length === 0, detail: faults.join('\n') || `${knownMigrations.length} migrations` }
}
