import { type Outage, outagesWithin } from '@sitwell/exam/ledger/outages'
import type { Database } from '../db/database.ts'
import { selectOutages } from './queries.ts'

/**
 * The stretches between two moments of the servers' clock in which no server answered: of a start those since the last sign of life
 * before it, of running servers those in which the database couldn't be reached or their machines slept. In order, none overlap.
 */
export const outagesBetween = async (database: Pick<Database, 'kysely'>, fromMs: number, toMs: number): Promise<Outage[]> =>
  outagesWithin(await selectOutages(database, fromMs, toMs), fromMs, toMs)
