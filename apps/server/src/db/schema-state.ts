import { knownMigrations } from './known-migrations.ts'
import type { Migration } from './migration.ts'

/**
 * How the tables of a database compare with those of this version: `older` if it lacks a migration, `newer` if it has had one that this
 * version doesn't know.
 */
export type SchemaState =
  | { readonly is: 'current' }
  | { readonly is: 'older'; readonly lacks: string }
  | { readonly is: 'newer'; readonly has: string }

/** Compares the names of the migrations that a database has had, in whatever order, with those of this version. */
export const schemaStateOf = (
  applied: readonly string[],
  migrations: readonly Pick<Migration, 'name'>[] = knownMigrations,
): SchemaState => {
  const known = migrations.map(({ name }) => name)
  const has = applied.find((name) => !known.includes(name))
  if (has !== undefined) return { is: 'newer', has }
  const lacks = known.find((name) => !applied.includes(name))
  return lacks === undefined ? { is: 'current' } : { is: 'older', lacks }
}

/** The database is not what this version needs. The message is one line that says what to run. */
export class WrongSchema extends Error {}

/** An older version must not write into the tables of a newer one. */
export const refusalOfNewer = (has: string, migrations: readonly Pick<Migration, 'name'>[] = knownMigrations): WrongSchema =>
  new WrongSchema(
    `The database has migration ${has}; this version knows up to ${migrations.at(-1)?.name}. Run the newer version of sitwell.`,
  )
