import { randomUUID } from 'node:crypto'
import { officeAddPerson } from '@sitwell/contract'
import type { PersonTable } from '../../db/schema.ts'
import type { Caller } from '../../http/caller.ts'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import { insertPerson } from '../../security/people/write-person.ts'
import type { SecurityContext } from '../../security/security-context.ts'
import { sha256 } from '../../sha256.ts'
import { findForAct } from './found-person.ts'
import { fieldsOf, problemsOf } from './read-fields.ts'
import { giveWayIn } from './way-in.ts'

export const usernameTaken = refuse('USERNAME_TAKEN', 'Somebody of the organisation signs in by this name.', {
  details: [{ path: 'body.username', message: 'taken' }],
})

/** The guid of a person whom a request adds: the same one if the same caller sends the same request again. */
const guidOf = (author: string, requestId: string | undefined): string =>
  requestId === undefined ? randomUUID() : `p-${sha256(JSON.stringify(['added', author, requestId])).slice(0, 32)}`

/** The row of a new person, whose password nobody knows. */
const storePerson = async (
  { database, passwords }: Pick<SecurityContext, 'database' | 'passwords'>,
  place: Pick<PersonTable, 'org_id' | 'user_guid'>,
  fields: ReturnType<typeof fieldsOf>,
) => {
  const { username = '', first_name = '', last_name = '', email = null, learner_identifier = null } = fields
  const { date_of_birth = null, phone = null, language_id = 1 } = fields
  const own = { username, first_name, last_name, email, learner_identifier, date_of_birth, phone, language_id }
  const passwordHash = await passwords.hash(randomUUID())
  return database.kysely
    .transaction()
    .execute((transaction) => insertPerson(transaction, place, { ...own, suspended: 0, passwordHash }))
}

interface Adding {
  readonly caller: Caller
  readonly fields: Parameters<typeof fieldsOf>[0]
  readonly requestId: string | undefined
  /** The caller's network address. */
  readonly address: string
}

/** Adds a person without any role, and lets them set a password. The same request again finds the person. */
export const addPerson = async (context: SecurityContext, { caller, fields: typed, requestId, address }: Adding) => {
  const { orgId, userGuid: author } = caller
  const fields = fieldsOf(typed)
  const problems = problemsOf(fields)
  if (problems.length > 0) return refuse('INVALID_REQUEST', 'The person can not be like this.', { details: problems })
  const userGuid = guidOf(author, requestId)
  const stored = await storePerson(context, { org_id: orgId, user_guid: userGuid }, fields)
  if (!stored) return usernameTaken
  const { person, isNew } = stored
  if (isNew) context.securityLog.note({ kind: 'person-added', orgId, userGuid, author, address })
  // Otherwise the reply was lost. The person may have been given roles since, and nobody makes a link for those above them.
  const found = isNew ? undefined : await findForAct(context, caller, person.user_id, (may) => may.invite)
  if (found?.ok === false) return refuse('NOT_ALLOWED', found.message)
  const way = await giveWayIn(context, person, { kind: 'INVITE', author, address })
  return way.ok ? { ok: true as const, person, access: way.access } : way
}

/** Adds a person, as {@link addPerson} does. */
export const officeAddPersonRoute = (context: SecurityContext) =>
  route(officeAddPerson, async ({ caller, body, request }) => {
    const added = await addPerson(context, { caller, fields: body, requestId: body.requestId, address: request.ip })
    if (!added.ok) return added
    const { person, access } = added
    return { ok: true, value: { userID: person.user_id, version: person.version, access } }
  })
