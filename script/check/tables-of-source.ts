/** How a file of the server uses a table. */
export interface TableUse {
  readonly table: string
  readonly isWritten: boolean
}

const reading = 'selectFrom|innerJoin|leftJoin|rightJoin|fullJoin|crossJoin|from|using'
const writing = 'insertInto|updateTable|deleteFrom|mergeInto|replaceInto'
/** A call of the query builder with its table: by name, several of them, or in a variable. */
const call = new RegExp(`\\b(${reading}|${writing})\\(\\s*(?:(\\[[^\\]]*\\])|'(\\w+)(?: as \\w+)?'|(\\w+)\\s*[,)])`, 'g')
/** Texts that may be SQL: in backticks, and in quotes. */
const text = /`[^`]*`|'[^'\n]*'|"[^"\n]*"/g
const inSql = /\b(insert into|update|delete from|from|join)\s+"?(\w+)/gi
const quoted = /'(\w+)(?: as \w+)?'/g

const constantList = /\[[^\][]*\] as const/g

/** The tables of the database, from the source of its schema. */
export const tablesOfSchema = (schema: string): readonly string[] => {
  const [, body = ''] = /export interface Schema \{([\s\S]*?)\n\}/.exec(schema) ?? []
  return [...body.matchAll(/^ {2}(\w+):/gm)].flatMap(([, name]) => (name ? [name] : []))
}

/**
 * The tables that a source names in queries, in the query builder's calls and in SQL. Where a table that is written stands in a
 * variable, its name comes from a list of the same source (`['answer', 'mark'] as const`): all that such lists name counts as written.
 */
export const tablesOfSource = (source: string, tables: ReadonlySet<string>): readonly TableUse[] => {
  const written = new Map<string, boolean>()
  const add = (table: string | undefined, isWritten: boolean) => {
    if (table !== undefined && tables.has(table)) written.set(table, isWritten || written.get(table) === true)
  }
  const isWriting = (name: string) => new RegExp(`^(${writing}|insert into|update|delete from)$`, 'i').test(name)
  for (const [, name = '', several, one, variable] of source.matchAll(call)) {
    add(one, isWriting(name))
    for (const [, table] of (several ?? '').matchAll(quoted)) add(table, isWriting(name))
    if (variable === undefined || !isWriting(name)) continue
    for (const [list] of source.matchAll(constantList)) for (const [, table] of list.matchAll(quoted)) add(table, true)
  }
  for (const [sql] of source.matchAll(text)) for (const [, verb = '', table] of sql.matchAll(inSql)) add(table, isWriting(verb))
  return [...written].map(([table, isWritten]) => ({ table, isWritten }))
}
