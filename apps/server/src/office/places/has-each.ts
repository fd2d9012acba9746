import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DialectName } from '../../db/database.ts'

/** That each of these words, as `wordsOf` returns them, stands somewhere in a column that is folded. */
export const hasEach = (dialect: DialectName, column: string, words: readonly string[]): RawBuilder<SqlBool> => {
  const ref = sql.ref(column)
  const has = (word: string) => (dialect === 'postgres' ? sql`strpos(${ref}, ${word}) > 0` : sql`instr(${ref}, ${word}) > 0`)
  return words.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join(words.map(has), sql` and `)}`
}
