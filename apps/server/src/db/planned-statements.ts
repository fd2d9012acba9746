import type pg from 'pg'

/** A statement of PostgreSQL that each connection parses and plans once. */
export interface PlannedStatement {
  /** Unique: a connection knows it by this. */
  readonly name: string
  readonly text: string
}

/** Runs it with its parameters, and gives its rows. */
export type RunPlanned = (statement: PlannedStatement, parameters: readonly unknown[]) => Promise<unknown[]>

/**
 * A plan that is made while a table is small would read all of it, and be kept while it grows: such statements reach every row by
 * its key, and nothing else is offered to the planner.
 */
const byKeysAlone = `set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set enable_hashjoin = off;
  set enable_mergejoin = off; set jit = off`

/** Connections for such statements: each has its own plans. */
export const plannedAtOnce = 2

/** For the pool of such statements, whose settings no other statement may have. */
export const planByKeys = { onConnect: (client: pg.ClientBase) => client.query(byKeysAlone) } satisfies pg.PoolConfig
