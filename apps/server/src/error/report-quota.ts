import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/caller.ts'
import { networkOf } from '../http/connections/addresses.ts'
import { bucketOf, countAttempt } from '../http/limits/attempts.ts'
import type { Keys } from '../keys.ts'

const kibibyte = 1024
const dayMs = 24 * 60 * 60_000

/** Bytes at once, and bytes a day after that. */
const quota = (atOnce: number, aDay: number) => ({ capacity: atOnce, leakMs: dayMs / aDay })

/** Reports of one person, who is known: a bug report takes what was done on the device along. */
const ofPerson = quota(12 * 1024 * kibibyte, 24 * 1024 * kibibyte)
/** Reports of one address that show no sign-in, and of all such addresses together: anybody can make them. */
const ofAddress = quota(512 * kibibyte, 2048 * kibibyte)
const ofAnybody = quota(8192 * kibibyte, 32_768 * kibibyte)

/** Counts the bytes of a report before it is kept. Undefined if there is room for it. */
export const countReport = async (
  context: { readonly clock: Clock; readonly database: Database; readonly keys: Keys },
  caller: Caller | undefined,
  address: string,
  report: string,
) => {
  const bytes = Buffer.byteLength(report)
  if (caller) return countAttempt(context, bucketOf(context, caller.orgId, 'report', [caller.userGuid], ofPerson), bytes)
  return (
    (await countAttempt(context, bucketOf(context, 0, 'report', [networkOf(address)], ofAddress), bytes)) ??
    (await countAttempt(context, bucketOf(context, 0, 'reports', [], ofAnybody), bytes))
  )
}
