import { randomInt } from 'node:crypto'
import type { MfaCodeTable, PersonTable } from '../../db/schema.ts'
import { bucketOf, countAttempt } from '../../http/limits/attempts.ts'
import type { RefusedOutcome } from '../../http/refusal.ts'
import type { Keys } from '../../keys.ts'
import { writeLetter, writeTextMessage } from '../../mail/letters.ts'
import { selectOrganisation } from '../organisation/queries.ts'
import type { SecurityContext } from '../security-context.ts'
import { mfaOption } from './mfa-options.ts'
import { countTry, takeCode, upsertCode } from './queries.ts'

const holdsMs = 10 * 60_000
const mostTries = 5
/** Codes that are sent to one person, and one more every two minutes: a mailbox can't be flooded. */
const sending = { capacity: 5, leakMs: 120_000 }

export interface CodePlace {
  readonly person: PersonTable
  readonly sessionId: string
  readonly purpose: MfaCodeTable['purpose']
  /** {@link mfaOption}: by which way it goes. */
  readonly option: number
}

const fingerprintOf = (keys: Pick<Keys, 'fingerprint'>, { person, option }: CodePlace, code: string) =>
  keys.fingerprint('mfa-code', `${person.org_id}.${person.user_guid}.${option}.${code}`)

/**
 * The stored form of a code: slowly hashed, with its own salt, because whoever had database and secret would try six digits out in a
 * second; by its fingerprint, so that whoever has the database alone tries nothing out at all.
 */
const hashOf = ({ keys, passwords }: Pick<SecurityContext, 'keys' | 'passwords'>, place: CodePlace, code: string) =>
  passwords.hash(fingerprintOf(keys, place, code))

const isCodeOf = async (
  { keys, passwords }: Pick<SecurityContext, 'keys' | 'passwords'>,
  place: CodePlace,
  code: string,
  hash: string,
) => {
  for (const by of keys.accepted) {
    if (await passwords.verify(hash, fingerprintOf(by, place, code))) return true
  }
  return false
}

const rowOf = ({ person, sessionId, purpose }: CodePlace) => ({
  org_id: person.org_id,
  user_guid: person.user_guid,
  purpose,
  session_id: sessionId,
})

const deliver = async (
  context: Pick<SecurityContext, 'database' | 'mailer' | 'textMessages'>,
  { person, purpose, option }: CodePlace,
  code: string,
) => {
  const { database, mailer, textMessages } = context
  const organisation = (await selectOrganisation(database, person.org_id))?.name ?? ''
  const recipient = { orgId: person.org_id, languageId: person.language_id }
  if (option === mfaOption.textMessage && person.phone)
    return textMessages.send({ to: person.phone, text: await writeTextMessage(database, recipient, { code, organisation }) })
  const values = { code, organisation, name: person.first_name }
  const kind = purpose === 'reset' ? 'RESET_CODE' : 'CODE'
  await mailer.send(await writeLetter(database, { ...recipient, to: person.email ?? '' }, kind, values))
}

/** Sends a code that takes the place of the one before. `sent` is false if there is nowhere to send it, or nobody took it. */
export const sendCode = async (
  context: SecurityContext,
  place: CodePlace,
): Promise<{ ok: true; sent: boolean } | RefusedOutcome<'TOO_MANY_REQUESTS'>> => {
  const { person, option } = place
  if (!(option === mfaOption.textMessage ? person.phone : person.email)) return { ok: true, sent: false }
  const wait = await countAttempt(context, bucketOf(context, person.org_id, 'mfa-send', [person.user_guid], sending))
  if (wait) return wait
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await upsertCode(context.database, {
    ...rowOf(place),
    code_hash: await hashOf(context, place, code),
    tries: 0,
    expires_at: context.clock.nowMs() + holdsMs,
  })
  try {
    await deliver(context, place, code)
    return { ok: true, sent: true }
  } catch (error) {
    context.log.error({ event: 'code-not-sent', err: error }, 'a code could not be sent')
    return { ok: true, sent: false }
  }
}

/** Whether a code is the one that was sent in this session, by this way; it is used up then. */
export const checkSentCode = async (
  context: Pick<SecurityContext, 'clock' | 'database' | 'keys' | 'passwords'>,
  place: CodePlace,
  code: string,
): Promise<boolean> => {
  const row = rowOf(place)
  const hash = await countTry(context.database, row, { most: mostTries, nowMs: context.clock.nowMs() })
  if (hash === undefined || !(await isCodeOf(context, place, code, hash))) return false
  return takeCode(context.database.kysely, row, hash)
}
