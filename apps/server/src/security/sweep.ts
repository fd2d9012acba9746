import { deleteOldAttempts } from '../http/limits/buckets.ts'
import type { ServiceContext } from '../http/service.ts'
import { deleteExpired } from './mfa/queries.ts'
import { deleteExpiredTokens } from './tokens/personal-token-queries.ts'

/** No bucket takes longer than this to leak out. */
const longestLeakMs = 24 * 60 * 60_000

/** Throws away what works no more: tokens, codes, remembered devices and counts of attempts. */
export const sweep = async ({ database, clock }: Pick<ServiceContext, 'database' | 'clock'>): Promise<void> => {
  const nowMs = clock.nowMs()
  await deleteExpiredTokens(database, nowMs)
  await deleteExpired(database, nowMs)
  await deleteOldAttempts(database, nowMs - longestLeakMs)
}
