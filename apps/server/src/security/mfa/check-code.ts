import type { Transaction } from 'kysely'
import type { PersonTable, Schema } from '../../db/schema.ts'
import { bucketOf, countAttempt } from '../../http/limits/attempts.ts'
import { empty } from '../../http/limits/buckets.ts'
import type { RefusedOutcome } from '../../http/refusal.ts'
import type { SecurityContext } from '../security-context.ts'
import { checkAppCode } from './app-code.ts'
import { digitsOf, mfaOption, wayOf } from './mfa-options.ts'
import { selectMfaOption, setOption } from './queries.ts'
import { takeRecoveryCode } from './recovery-codes.ts'
import { checkSentCode } from './sent-code.ts'

/** Wrong codes of one person, and one more every three minutes: a million codes can't be gone through. */
const trying = { capacity: 10, leakMs: 180_000 }

/** What somebody typed for the second step, in which session. */
interface TypedCode {
  readonly person: PersonTable
  readonly sessionId: string
  /** {@link mfaOption}, or a recovery code, which only the office takes. */
  readonly way: number | 'recovery'
  readonly code: string
  /** The options that may pass. */
  readonly allowed: readonly number[]
  readonly address: string
  /** Guid of an administrator who is signed in as the person. */
  readonly madeBy?: string | undefined
}

/** The result of a code; of a right one, what passing the step returned. */
type CheckedCode<Passed> =
  | { readonly ok: true; readonly isRight: false }
  | { readonly ok: true; readonly isRight: true; readonly passed: Passed }
  | RefusedOutcome<'TOO_MANY_REQUESTS'>

const isRight = async (context: SecurityContext, { person, sessionId, way, code, allowed }: TypedCode) => {
  if (way === 'recovery') return takeRecoveryCode(context.database.kysely, person, code, context.clock.nowMs())
  const digits = digitsOf(code)
  if (digits === undefined || !allowed.includes(way)) return false
  const place = { person, sessionId, purpose: 'verify', option: way } as const
  return way === mfaOption.app ? checkAppCode(context, person, digits) : checkSentCode(context, place, digits)
}

/**
 * Checks a code, counts the try, and passes the second step by `pass` if it is right. The first right code of a person sets the option.
 * Both end in the security log.
 */
export const checkCode = async <Passed>(
  context: SecurityContext,
  typed: TypedCode,
  pass: (transaction: Transaction<Schema>) => Promise<Passed>,
): Promise<CheckedCode<Passed>> => {
  const { database, securityLog } = context
  const { person, way, madeBy, address } = typed
  const { org_id: orgId, user_guid: userGuid } = person
  const bucket = bucketOf(context, orgId, 'mfa', [userGuid], trying)
  const wait = await countAttempt(context, bucket)
  if (wait) return wait
  const about = { orgId, userGuid, author: madeBy, address }
  const name = way === 'recovery' ? 'recovery code' : wayOf(way)
  if (!(await isRight(context, typed))) {
    securityLog.note({ kind: 'second-step-refused', ...about, what: name })
    return { ok: true, isRight: false }
  }
  const isNew = way !== 'recovery' && (await selectMfaOption(database, orgId, userGuid)) === mfaOption.notSet
  const passed = await database.kysely.transaction().execute(async (transaction) => {
    if (way !== 'recovery') await setOption(transaction, person, way)
    const result = await pass(transaction)
    await empty(transaction, bucket)
    return result
  })
  securityLog.note({ kind: 'second-step-passed', ...about, what: isNew ? `set up: ${name}` : name })
  return { ok: true, isRight: true, passed }
}
