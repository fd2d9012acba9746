import type { PersonTable } from '../../db/schema.ts'
import type { RefusedOutcome } from '../../http/refusal.ts'
import type { SecurityContext } from '../security-context.ts'
import { isPasswordOf } from './is-password-of.ts'
import { mayTry, signInFailed, signInSucceeded } from './sign-in-limits.ts'

/**
 * Whether somebody who is signed in knows the password of their account too: a session that was left open must not be enough for what
 * lasts longer than it. It counts as a try to sign in does.
 */
export const proveByPassword = async (
  context: SecurityContext,
  person: PersonTable,
  { password, address }: { readonly password: string; readonly address: string },
): Promise<boolean | RefusedOutcome<'TOO_MANY_REQUESTS'>> => {
  const attempt = { orgId: person.org_id, username: person.username, address }
  const wait = await mayTry(context, attempt, person.user_guid)
  if (wait) return wait
  if (!(await isPasswordOf(context, person, password))) {
    await signInFailed(context, attempt)
    return false
  }
  await signInSucceeded(context.database.kysely, context, attempt)
  return true
}
