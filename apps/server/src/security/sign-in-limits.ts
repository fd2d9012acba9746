import type { RefusedOutcome } from '../http/refusal.ts'
import type { Ground } from '../http/service.ts'
import { add, empty } from './attempt-queries.ts'
import { type Bucket, bucketOf, countAttempt, tooMany, waitFor } from './attempts.ts'
import { selectSignedInFrom } from './queries.ts'

type Limiting = Pick<Ground, 'database' | 'clock' | 'keys' | 'config'>

/** Failures of one account from one address: enough for any memory, and one more every half minute. */
const atAddress = { capacity: 10, leakMs: 30_000 }
/** The same while the account, or the address, is under attack from many sides. */
const underAttack = { capacity: 3, leakMs: 30_000 }
/** Failures of one account from wherever. Full, it never shuts the account: it only lowers what each address may try. */
const ofAccount = { capacity: 50, leakMs: 60_000 }
/** One more failure from an address, over all accounts. */
const ofAddressLeakMs = 3_000

export interface SignInAttempt {
  readonly orgId: number
  readonly username: string
  readonly address: string
}

const bucketsOf = (ground: Limiting, { orgId, username, address }: SignInAttempt) => {
  const account = username.normalize('NFC').toLowerCase()
  const limits = { capacity: ground.config.failedSignInsPerAddress, leakMs: ofAddressLeakMs }
  return {
    account: bucketOf(ground, orgId, 'account', [account], ofAccount),
    address: bucketOf(ground, orgId, 'address', [address], limits),
    both: (limit: typeof atAddress): Bucket => bucketOf(ground, orgId, 'account-at-address', [account, address], limit),
  }
}

/**
 * Whether a password may be tried. One account at one address has its own count. An address that fails over many accounts (one
 * password tried on everybody) has to wait before the next, but not for an account that has signed in from there before: so a
 * school behind one address goes on working while somebody inside guesses.
 */
export const mayTry = async (
  ground: Limiting,
  attempt: SignInAttempt,
  userGuid: string | undefined,
): Promise<RefusedOutcome<'TOO_MANY_REQUESTS'> | undefined> => {
  const buckets = bucketsOf(ground, attempt)
  const addressWaitMs = await waitFor(ground, buckets.address)
  if (addressWaitMs > 0) {
    const from = ground.keys.fingerprint('address', attempt.address)
    const known = userGuid !== undefined && (await selectSignedInFrom(ground.database, attempt.orgId, userGuid, from))
    if (!known) return tooMany(addressWaitMs)
  }
  const crowded = (await waitFor(ground, buckets.account)) > 0
  return countAttempt(ground, buckets.both(crowded ? underAttack : atAddress))
}

export const signInFailed = async (ground: Limiting, attempt: SignInAttempt): Promise<void> => {
  const { account, address } = bucketsOf(ground, attempt)
  const nowMs = ground.clock.nowMs()
  await ground.database.kysely.transaction().execute(async (transaction) => {
    await add(transaction, account, nowMs)
    await add(transaction, address, nowMs)
  })
}

/** The password was right: what was counted for this account at this address is forgotten. */
export const signInSucceeded = (kysely: Parameters<typeof empty>[0], ground: Limiting, attempt: SignInAttempt) =>
  empty(kysely, bucketsOf(ground, attempt).both(atAddress))
