import type { RefusedOutcome } from '../http/refusal.ts'
import { refuse } from '../http/refusal.ts'
import type { ServiceContext } from '../http/service.ts'
import { addWhereRoom, type Bucket, selectLevel } from './attempt-queries.ts'

type Counting = Pick<ServiceContext, 'database' | 'clock' | 'keys'>

/** Names a bucket by what it counts; the parts stand in the database as a keyed hash, so that it lists no names and addresses. */
export const bucketOf = (
  { keys }: Pick<ServiceContext, 'keys'>,
  orgId: number,
  kind: string,
  parts: readonly (string | number)[],
  limits: { readonly capacity: number; readonly leakMs: number },
): Bucket => ({ orgId, name: `${kind}:${keys.fingerprint('attempt', parts.join('\0')).slice(0, 32)}`, ...limits })

export const tooMany = (waitMs: number): RefusedOutcome<'TOO_MANY_REQUESTS'> =>
  refuse('TOO_MANY_REQUESTS', 'Too many tries. Wait a little and try again.', {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  })

/** Milliseconds until one more fits into the bucket; 0 where it does. */
export const waitFor = async ({ database, clock }: Counting, bucket: Bucket): Promise<number> => {
  const level = await selectLevel(database, bucket, clock.nowMs())
  return Math.max(0, (level + 1 - bucket.capacity) * bucket.leakMs)
}

/** Counts an attempt before it is made. Undefined where it may be made. */
export const countAttempt = async (
  context: Counting,
  bucket: Bucket,
): Promise<RefusedOutcome<'TOO_MANY_REQUESTS'> | undefined> => {
  const { database, clock } = context
  if (await addWhereRoom(database.kysely, bucket, clock.nowMs())) return undefined
  return tooMany(await waitFor(context, bucket))
}
