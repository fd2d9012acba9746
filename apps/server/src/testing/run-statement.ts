import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** Runs a statement as it stands, for what no query of ours asks; answers its rows. */
export const runStatement = async <Row>({ kysely }: Pick<Database, 'kysely'>, statement: string): Promise<Row[]> =>
  (await sql.raw<Row>(statement).execute(kysely)).rows
