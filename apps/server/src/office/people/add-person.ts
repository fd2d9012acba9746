import { randomUUID } from 'node:crypto'
import { officeAddPerson } from '@sitwell/contract'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import { selectPerson } from '../../security/people/queries.ts'
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

/** Adds a person without any role, whose password nobody knows, and lets them set one. */
export const officeAddPersonRoute = (context: SecurityContext) =>
  route(officeAddPerson, async ({ caller, body, request }) => {
    const { database, passwords, securityLog } = context
    const { orgId, userGuid: author } = caller
    const fields = fieldsOf(body)
    const problems = problemsOf(fields)
    if (problems.length > 0) return refuse('INVALID_REQUEST', 'The person can not be like this.', { details: problems })
    const userGuid = guidOf(author, body.requestId)
    const asked = { kind: 'INVITE', author, address: request.ip } as const
    const before = await selectPerson(database, orgId, userGuid)
    if (before) {
      // The reply was lost. The person may have been given roles since, and a link is what nobody makes for those above them.
      const found = await findForAct(context, caller, before.user_id, ({ invite }) => invite)
      if (!found.ok) return refuse('NOT_ALLOWED', found.message)
      const again = await giveWayIn(context, before, asked)
      return again.ok ? { ok: true, value: { userID: before.user_id, version: before.version, access: again.access } } : again
    }
    const passwordHash = await passwords.hash(randomUUID())
    const { username = '', first_name = '', last_name = '', email = null, learner_identifier = null } = fields
    const { date_of_birth = null, phone = null, language_id = 1 } = fields
    const own = { username, first_name, last_name, email, learner_identifier, date_of_birth, phone, language_id }
    const person = await database.kysely
      .transaction()
      .execute((transaction) =>
        insertPerson(transaction, { org_id: orgId, user_guid: userGuid }, { ...own, suspended: 0, passwordHash }),
      )
    if (!person) return usernameTaken
    securityLog.note({ kind: 'person-added', orgId, userGuid, author, address: request.ip })
    const way = await giveWayIn(context, person, asked)
    return way.ok ? { ok: true, value: { userID: person.user_id, version: person.version, access: way.access } } : way
  })
