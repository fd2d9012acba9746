import { glob, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { Finding } from './run-tool.ts'
import { type Exception, tableExceptions, tableOwners } from './table-owners.ts'
import { tablesOfSchema, tablesOfSource } from './tables-of-source.ts'

/** A table in a query of a folder. */
export interface FoundUse {
  readonly folder: string
  readonly file: string
  readonly table: string
  readonly isWritten: boolean
}

export interface Rules {
  readonly tables: readonly string[]
  readonly owners: ReadonlyMap<string, string>
  readonly exceptions: readonly Exception[]
}

/** The problems with who queries which table, a line each. */
export const problemsOfTables = (uses: readonly FoundUse[], { tables, owners, exceptions }: Rules): readonly string[] => {
  const isForeign = ({ folder, table }: FoundUse) => owners.get(table) !== folder
  const allows = ({ folder, table, isWritten }: FoundUse) =>
    exceptions.some(
      (one) =>
        one.folder === folder && (one.writes?.includes(table) === true || (!isWritten && one.reads?.includes(table) === true)),
    )
  const refused = uses
    .filter((use) => isForeign(use) && !allows(use))
    .map(
      ({ file, table, isWritten }) =>
        `${file} ${isWritten ? 'writes' : 'reads'} ${table}, which ${owners.get(table) ?? 'nobody'} owns: ask for what its owner offers`,
    )
  const isUsed = (folder: string, table: string, isWritten: boolean) =>
    uses.some((use) => use.folder === folder && use.table === table && isForeign(use) && (use.isWritten || !isWritten))
  const needless = exceptions.flatMap(({ folder, reads = [], writes = [] }) => [
    ...reads
      .filter((table) => !isUsed(folder, table, false))
      .map((table) => `${folder} needs no leave to read ${table} any more`),
    ...writes
      .filter((table) => !isUsed(folder, table, true))
      .map((table) => `${folder} needs no leave to write ${table} any more`),
  ])
  const unowned = tables.filter((table) => !owners.has(table)).map((table) => `${table} has no owner: say which folder it is`)
  const gone = [...owners.keys()]
    .filter((table) => !tables.includes(table))
    .map((table) => `there is no table ${table} any more`)
  return [...refused, ...needless, ...unowned, ...gone]
}

const server = 'apps/server/src'
/** Migrations make every table, and tests look into any. */
const passedOver = /\.test\.ts$|(^|[\\/])(testing|migrations)[\\/]/

/** Each table has one owner: who else queries it is in `table-owners.ts`, with why. */
export async function checkTables(baseDir: string): Promise<Finding> {
  const tables = tablesOfSchema(await readFile(join(baseDir, server, 'db/schema.ts'), 'utf8'))
  const known = new Set(tables)
  const uses: FoundUse[] = []
  for await (const path of glob('*/**/*.{ts,js}', { cwd: join(baseDir, server) })) {
    if (passedOver.test(path)) continue
    const found = tablesOfSource(await readFile(join(baseDir, server, path), 'utf8'), known)
    uses.push(...found.map((use) => ({ ...use, file: path, folder: path.split(sep)[0] ?? '' })))
  }
  const problems = problemsOfTables(uses, { tables, owners: tableOwners, exceptions: tableExceptions })
  return { ok: uses.length > 0 && problems.length === 0, detail: problems.join('\n') }
}
