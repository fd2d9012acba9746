import { arrayLiteral } from './array-literal.ts'
import type { Database } from './database.ts'
import type { PlannedStatement } from './planned-statements.ts'
import type { Step } from './sqlite-messages.ts'
import { stepOf } from './step-of.ts'

/** A column of what is sent: its type in the database, and what of an item it is. */
export type SentColumn<Item> = readonly ['bigint' | 'text', (item: Item) => string | number | null]

type SentColumns<Item> = Readonly<Record<string, SentColumn<Item>>>

/** One statement over many items: the database parses and plans it once, however many there are. */
export interface SentStatement<Item> {
  /** In their order. */
  readonly columns: readonly SentColumn<Item>[]
  /** Of PostgreSQL, which takes all items at once, an array of each column. */
  readonly planned: PlannedStatement
  /** Of SQLite, which takes one item after another. */
  readonly step: Step
}

/**
 * A statement over `told`, a table of the columns that are sent, in the words of both databases. On PostgreSQL every table has to be
 * reached by a key that the planner can't take for another: see `planned-statements.ts`.
 */
export const sentStatement = <Item>(
  name: string,
  columns: SentColumns<Item>,
  textOver: (told: string) => string,
): SentStatement<Item> => {
  const names = Object.keys(columns)
  const types = Object.values(columns).map(([type]) => type)
  const arrays = types.map((type, index) => `$${index + 1}::${type}[]`)
  // SQLite would take a number for one with a decimal point.
  const row = names.map((one, index) => `cast($${one} as ${types[index]}) as ${one}`)
  return {
    columns: Object.values(columns),
    planned: { name, text: textOver(`unnest(${arrays.join()}) as told (${names.join()})`) },
    step: stepOf(textOver(`(select ${row.join()}) as told`), names),
  }
}

/** Runs it for these items, in one transaction; answers the rows that it returns. */
export const runSent = async <Item>(
  { runPlanned, transact }: Pick<Database, 'runPlanned' | 'transact'>,
  { columns, planned, step }: SentStatement<Item>,
  items: readonly Item[],
): Promise<unknown[]> => {
  if (runPlanned)
    return runPlanned(
      planned,
      columns.map(([, of]) => arrayLiteral(items.map(of))),
    )
  if (!transact) throw new Error('This database runs no statement over many rows.')
  const results = await transact(
    [step],
    items.map((item) => columns.map(([, of]) => of(item))),
  )
  return results.flat()
}
