import type { Kysely, Transaction } from 'kysely'
import type { Database } from './database.ts'
import type { Schema } from './schema.ts'

/** Thrown to have all taken back that was written. */
class TakenBack extends Error {}

/** In a transaction there is no other: what asks for one gets this, and all of it ends together. */
const withoutOthers = (transaction: Transaction<Schema>): Kysely<Schema> => {
  const within: Kysely<Schema> = new Proxy(transaction, {
    get(target, name) {
      if (name === 'transaction') return () => ({ execute: <T>(work: (one: Kysely<Schema>) => Promise<T>) => work(within) })
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return within
}

/**
 * Does work that writes, and takes back all that it has written: for saying beforehand what it would do. What it reads it has to read
 * through the database that it is given, which is the only one that sees its own writes.
 */
export const leavingNoTrace = async <T>(
  { kysely, dialect, waiting, close }: Database,
  work: (within: Database) => Promise<T>,
): Promise<T> => {
  const done: { readonly value: T }[] = []
  await kysely
    .transaction()
    .execute(async (transaction) => {
      done.push({ value: await work({ kysely: withoutOthers(transaction), dialect, waiting, close }) })
      throw new TakenBack()
    })
    .catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error
    })
  const [first] = done
  if (!first) throw new Error('The work has not been done.')
  return first.value
}
