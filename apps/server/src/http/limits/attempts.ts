import type { Database } from '../../db/database.ts'
import type { RefusedOutcome } from '../refusal.ts'
import { refuse } from '../refusal.ts'
import type { HttpContext } from '../service.ts'
import { type Addition, type Bucket, createAdding, selectLevel } from './buckets.ts'

type Counting = Pick<HttpContext, 'database' | 'clock' | 'keys'>

/** Names a bucket by what it counts; the parts are in the database as a keyed hash, so that it lists no names and addresses. */
export const bucketOf = (
  { keys }: Pick<HttpContext, 'keys'>,
  orgId: number,
  kind: string,
  parts: readonly (string | number)[],
  limits: { readonly capacity: number; readonly leakMs: number },
): Bucket => ({ orgId, name: `${kind}:${keys.fingerprint('attempt', parts.join('\0')).slice(0, 32)}`, ...limits })

export const tooMany = (waitMs: number): RefusedOutcome<'TOO_MANY_REQUESTS'> =>
  refuse('TOO_MANY_REQUESTS', 'Too many tries. Wait a little and try again.', {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  })

/** Milliseconds until so many more fit into the bucket; 0 if they do. */
export const waitFor = async ({ database, clock }: Counting, bucket: Bucket, cost = 1): Promise<number> => {
  const level = await selectLevel(database, bucket, clock.nowMs())
  return Math.max(0, (level + cost - bucket.capacity) * bucket.leakMs)
}

/** Buckets that were full, by their name, and until when one at least has not leaked out: a flood is refused without a query for each. */
const full = new WeakMap<Database, Map<string, number>>()
const mostRemembered = 20_000

const fullOf = (database: Database) => {
  const known = full.get(database) ?? new Map<string, number>()
  full.set(database, known)
  if (known.size > mostRemembered) known.clear()
  return known
}

const addings = new WeakMap<Database, (addition: Addition) => Promise<boolean>>()

const addingTo = (database: Database) => {
  const known = addings.get(database) ?? createAdding(database)
  addings.set(database, known)
  return known
}

const nameOf = ({ orgId, name, capacity }: Bucket) => `${orgId}/${name}/${capacity}`

/** Counts an attempt, or what it costs, before it is made. Undefined if it may be made. */
export const countAttempt = async (
  context: Counting,
  bucket: Bucket,
  cost = 1,
): Promise<RefusedOutcome<'TOO_MANY_REQUESTS'> | undefined> => {
  const { database, clock } = context
  const known = fullOf(database)
  const nowMs = clock.nowMs()
  const untilMs = cost === 1 ? known.get(nameOf(bucket)) : undefined
  if (untilMs !== undefined && untilMs > nowMs) return tooMany(untilMs - nowMs)
  if (await addingTo(database)({ bucket, nowMs, cost })) return undefined
  const waitMs = await waitFor(context, bucket, cost)
  if (cost === 1) known.set(nameOf(bucket), nowMs + waitMs)
  return tooMany(waitMs)
}
