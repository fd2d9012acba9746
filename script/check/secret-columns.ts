import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Finding } from './run-tool.ts'

/** Tables with columns that are secrets, or hashes of secrets. A query names the columns that it needs (`apps/server/src/db/plain-columns.ts`). */
export const tablesWithSecrets: readonly string[] = [
  ...['person', 'session', 'mfa', 'mfa_code', 'mfa_device', 'personal_token'],
  ...['office_session', 'recovery_code', 'proctored_session', 'cmi5_session'],
]

const tables = `(?:${tablesWithSecrets.join('|')})`
/** A query of the query builder, from its first table to the next query, or to its execution. */
const query =
  /\b(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\((?:(?!\b(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\.execute)[\s\S])*/g
const named = new RegExp(
  `^\\w+\\(\\s*(?:\\[[^\\]]*)?'(${tables})(?: as (\\w+))?'|\\w+Join\\(\\s*'(${tables})(?: as (\\w+))?'`,
  'g',
)
const all = /\b(?:selectAll|returningAll)\(([^)]*)\)/g
/** In SQL of our own. */
const inSql = new RegExp(`\\b(${tables})\\.\\*|select \\*\\s+from\\s+(${tables})\\b`, 'gi')

/** The tables with secrets of which a source selects every column. */
export const secretsSelected = (source: string): readonly string[] => {
  const built = [...source.matchAll(query)].flatMap(([text]) => {
    const names = [...text.matchAll(named)].map(([, one, alias, joined, aliasOfJoined]) => ({
      table: one ?? joined ?? '',
      name: alias ?? aliasOfJoined ?? one ?? joined ?? '',
    }))
    return [...text.matchAll(all)].flatMap(([, only = '']) =>
      names.filter(({ name }) => only === '' || only.includes(`'${name}'`)).map(({ table }) => table),
    )
  })
  const written = [...source.matchAll(inSql)].flatMap(([, one, other]) => one ?? other ?? [])
  return [...new Set([...built, ...written])]
}

const server = 'apps/server/src'
/** Tests look at whole rows. */
const passedOver = /\.test\.ts$|(^|[\\/])(testing|migrations)[\\/]/

/** No query selects a password's hash, or a token's, that it doesn't name. */
export async function checkSecretColumns(baseDir: string): Promise<Finding> {
  const problems: string[] = []
  let files = 0
  for await (const path of glob('**/*.ts', { cwd: join(baseDir, server) })) {
    if (passedOver.test(path)) continue
    files += 1
    const found = secretsSelected(await readFile(join(baseDir, server, path), 'utf8'))
    problems.push(
      ...found.map((table) => `${server}/${path} selects every column of ${table}, secrets too: name those that it needs`),
    )
  }
  return { ok: files > 0 && problems.length === 0, detail: problems.join('\n') }
}
