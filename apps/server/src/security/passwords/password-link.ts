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

interface Asked {
  readonly kind: 'RESET' | 'INVITE'
  readonly nowMs: number
}

/**
 * Makes the link that sets a person's password: one that resets it, or the first (an invitation). An earlier one works no more. Throws if the
 * organisation isn't there.
 */
export const makePasswordLink = async (
  { database, config }: { readonly database: Database; readonly config: Config },
  person: PersonTable,
  { kind, nowMs }: Asked,
) => {
  const organisation = await selectOrganisation(database, person.org_id)
  if (!organisation) throw new Error(`There is no organisation ${person.org_id}.`)
  const expiresAt = nowMs + (kind === 'RESET' ? config.resetLinkMs : config.inviteLinkMs)
  const token = await database.kysely
    .transaction()
    .execute((transaction) => makePersonalToken(transaction, person, { purpose: 'password', expiresAt }))
  const link = linkAddress(config, organisation, kind === 'RESET' ? 'reset' : 'user', token)
  return { link, expiresAt, organisation: organisation.name }
}

/**
 * Mails a person the link of `makePasswordLink`, and returns until when it works, in milliseconds since 1970. Throws if the person has no email, the
 * organisation isn't there, or the mail isn't taken.
 */
export const mailPasswordLink = async (
  { mailer, ...context }: { readonly database: Database; readonly mailer: Mailer; readonly config: Config },
  person: PersonTable,
  asked: Asked,
): Promise<number> => {
  if (!person.email) throw new Error(`${person.username} has no email.`)
  const { link, expiresAt, organisation } = await makePasswordLink(context, person, asked)
  const recipient = { orgId: person.org_id, languageId: person.language_id, to: person.email }
  const letter = await writeLetter(context.database, recipient, asked.kind, {
    name: person.first_name,
    username: person.username,
    organisation,
    link,
    until: instant(expiresAt),
  })
  await mailer.send(letter)
  return expiresAt
}
