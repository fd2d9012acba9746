import { deleteExpiredTokens } from '../tokens/personal-token-queries.ts'
import { deleteExpired } from './mfa/queries.ts'
import type { SecurityContext } from './security-context.ts'

/** Throws away what works no more: tokens, codes and remembered devices. */
export const sweep = async ({ database, clock }: Pick<SecurityContext, 'database' | 'clock'>): Promise<void> => {
  const nowMs = clock.nowMs()
  await deleteExpiredTokens(database, nowMs)
  await deleteExpired(database, nowMs)
}
