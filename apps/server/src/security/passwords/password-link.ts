import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import type { PersonTable } from '../../db/schema.ts'
import { writeLetter } from '../../mail/letters.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { makePersonalToken } from '../../tokens/personal-token.ts'
import { linkAddress } from '../organisation/link-address.ts'
import { selectOrganisation } from '../organisation/queries.ts'

/** `2026-11-21 12:30 UTC`: read alike in every language. */
const instant = (ms: number) => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/**
 * Mails a person the link that sets a password: one that resets it, or the first (an invitation). Throws where the person has no
 * email, the organisation isn't there, or the mail isn't taken.
 */
export const mailPasswordLink = async (
  { database, mailer, config }: { readonly database: Database; readonly mailer: Mailer; readonly config: Config },
  person: PersonTable,
  { kind, nowMs }: { kind: 'RESET' | 'INVITE'; nowMs: number },
): Promise<void> => {
  const organisation = await selectOrganisation(database, person.org_id)
  if (!organisation) throw new Error(`There is no organisation ${person.org_id}.`)
  if (!person.email) throw new Error(`${person.username} has no email.`)
  const expiresAt = nowMs + (kind === 'RESET' ? config.resetLinkMs : config.inviteLinkMs)
  const token = await database.kysely
    .transaction()
    .execute((transaction) => makePersonalToken(transaction, person, { purpose: 'password', expiresAt }))
  const recipient = { orgId: person.org_id, languageId: person.language_id, to: person.email }
  const letter = await writeLetter(database, recipient, kind, {
    name: person.first_name,
    username: person.username,
    organisation: organisation.name,
    link: linkAddress(config, organisation, kind === 'RESET' ? 'reset' : 'user', token),
    until: instant(expiresAt),
  })
  await mailer.send(letter)
}
