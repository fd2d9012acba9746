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

/** Batches of one kind of such statements that are under way at once. */
export const plannedAtOnce = 2

/** Connections for them, each with its own plans: times and logs don't wait for saves. */
export const plannedConnections = 4

/** For the pool of such statements, whose settings no other statement may have. */
export const planByKeys = { onConnect: (client: pg.ClientBase) => client.query(byKeysAlone) } satisfies pg.PoolConfig
