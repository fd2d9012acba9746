import { networkOf } from '../../http/connections/addresses.ts'
import { bucketOf, countAttempt, tooMany, waitFor } from '../../http/limits/attempts.ts'
import type { Bucket } from '../../http/limits/buckets.ts'
import { add, empty } from '../../http/limits/buckets.ts'
import type { RefusedOutcome } from '../../http/refusal.ts'
import { signInName } from '../../sign-in-name.ts'
import type { SecurityContext } from '../security-context.ts'
import { selectSignedInFrom } from '../sessions/queries.ts'

type Limiting = Pick<SecurityContext, 'database' | 'clock' | 'keys' | 'config'>

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

const bucketsOf = (context: Omit<Limiting, 'database'>, { orgId, username, address: from }: SignInAttempt) => {
  const address = networkOf(from)
  const account = signInName(username)
  const limits = { capacity: context.config.failedSignInsPerAddress, leakMs: ofAddressLeakMs }
  return {
    account: bucketOf(context, orgId, 'account', [account], ofAccount),
    address: bucketOf(context, orgId, 'address', [address], limits),
    both: (limit: typeof atAddress): Bucket => bucketOf(context, orgId, 'account-at-address', [account, address], limit),
  }
}

/**
 * Whether a password may be tried. One account at one address has its own count. An address that fails over many accounts (one
 * password tried on everybody) has to wait before the next, but not for an account that has signed in from there before: so a
 * school behind one address continues working while somebody inside guesses.
 */
export const mayTry = async (
  context: Limiting,
  attempt: SignInAttempt,
  userGuid: string | undefined,
): Promise<RefusedOutcome<'TOO_MANY_REQUESTS'> | undefined> => {
  const buckets = bucketsOf(context, attempt)
  const addressWaitMs = await waitFor(context, buckets.address)
  if (addressWaitMs > 0) {
    const from = context.keys.accepted.map((by) => by.fingerprint('address', attempt.address))
    const known = userGuid !== undefined && (await selectSignedInFrom(context.database, attempt.orgId, userGuid, from))
    if (!known) return tooMany(addressWaitMs)
  }
  const crowded = (await waitFor(context, buckets.account)) > 0
  return countAttempt(context, buckets.both(crowded ? underAttack : atAddress))
}

export const signInFailed = async (context: Limiting, attempt: SignInAttempt): Promise<void> => {
  const { account, address } = bucketsOf(context, attempt)
  const nowMs = context.clock.nowMs()
  await context.database.kysely.transaction().execute(async (transaction) => {
    await add(transaction, account, nowMs)
    await add(transaction, address, nowMs)
  })
}

/** The password was right: what was counted for this account at this address is forgotten. */
export const signInSucceeded = (
  kysely: Parameters<typeof empty>[0],
  context: Omit<Limiting, 'database'>,
  attempt: SignInAttempt,
) => empty(kysely, bucketsOf(context, attempt).both(atAddress))
