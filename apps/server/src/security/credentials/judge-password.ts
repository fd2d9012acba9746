import { randomUUID } from 'node:crypto'
import type { PersonTable } from '../../db/schema.ts'
import { type RefusedOutcome, refuse } from '../../http/refusal.ts'
import type { Passwords } from '../../passwords.ts'
import type { PersonWithPassword } from '../people/queries.ts'
import type { SecurityContext } from '../security-context.ts'
import { type SignInAttempt, signInFailed } from './sign-in-limits.ts'

/** Enough to tell one from another; whoever reads the log must not find a password there. */
const initialOf = (username: string) => `${[...username].slice(0, 2).join('')}…`

/** Checked if nobody has the name, so that an answer takes as long as for a name that exists. */
const decoys = new WeakMap<Passwords, Promise<string>>()
const decoyOf = (passwords: Passwords) => {
  const known = decoys.get(passwords) ?? passwords.hash(randomUUID())
  decoys.set(passwords, known)
  return known
}

/** What the security log has of a try to sign in. A name that nobody has may be a password that was typed into the wrong field. */
export const noteRefused = (
  { securityLog }: Pick<SecurityContext, 'securityLog'>,
  { orgId, username, address }: SignInAttempt,
  why: string,
  person?: PersonTable,
) =>
  securityLog.note({
    kind: 'sign-in-refused',
    orgId,
    ...(person ? { userGuid: person.user_guid, username: person.username } : { username: initialOf(username) }),
    address,
    what: why,
  })

/** Whether a password is that of the person who has the name, and they may sign in; `mayTry` was asked before. */
export const judgePassword = async (
  context: SecurityContext,
  attempt: SignInAttempt,
  person: PersonWithPassword | undefined,
  password: string,
): Promise<{ ok: true; person: PersonWithPassword } | RefusedOutcome<'WRONG_CREDENTIALS' | 'ACCOUNT_SUSPENDED'>> => {
  const { passwords } = context
  const matches = await passwords.verify(person?.password_hash ?? (await decoyOf(passwords)), password)
  if (!person || !matches) {
    await signInFailed(context, attempt)
    noteRefused(context, attempt, person ? 'password' : 'unknown-name', person)
    return refuse('WRONG_CREDENTIALS', 'The user name or the password is wrong.', { suspended: false })
  }
  if (person.suspended === 1) {
    noteRefused(context, attempt, 'suspended', person)
    return refuse('ACCOUNT_SUSPENDED', 'This account is suspended.', { suspended: true })
  }
  return { ok: true, person }
}
