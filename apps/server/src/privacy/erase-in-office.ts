import { officeErasePerson, officePreviewErasure } from '@sitwell/contract'
import type { PersonTable } from '../db/schema.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { findForAct } from '../office/people/found-person.ts'
import { plainLine } from '../plain-line.ts'
import type { SecurityContext } from '../security/security-context.ts'
import { sessionsEnded } from '../security/sessions/end-sessions.ts'
import { selectSessionsOf } from '../security/sessions/queries.ts'
import { erasePerson } from './erase-person.ts'
import { previewErasure } from './preview-erasure.ts'

type Context = Pick<SecurityContext, 'clock' | 'database' | 'live' | 'passwords' | 'securityLog' | 'sessions'>

/** What erasing a person would take away. Changes nothing. */
export const officePreviewErasureRoute = (context: Pick<Context, 'clock' | 'database'>) =>
  route(officePreviewErasure, async ({ caller, body }) => {
    const { database, clock } = context
    const found = await findForAct(context, caller, body.userID, (may) => may.erase)
    if (!found.ok) return found
    const value = await database.kysely
      .transaction()
      .execute((transaction) => previewErasure(transaction, found.person, clock.nowMs()))
    return { ok: true, value }
  })

const spoken = (name: string) => plainLine(name).toLowerCase()

/** The name as the page of the person shows it; capitals and blanks don't count. */
const isNameOf = ({ first_name, last_name, username }: PersonTable, typed: string): boolean =>
  spoken(typed) === (spoken(`${first_name} ${last_name}`) || spoken(username))

const anotherName = refuse('INVALID_REQUEST', 'This is not the name of the person.', {
  details: [{ path: 'body.name', message: 'another name' }],
})
const underWay = refuse('IN_USE', 'An exam of this person is under way: it has to be completed first.')
const lastOwner = refuse('LAST_OWNER', 'This is the last owner of the organisation: make somebody else an owner first.')

/** Takes away all that is known of a person, as a preview showed it, and keeps a record of who did it and why. */
export const officeErasePersonRoute = (context: Context) =>
  route(officeErasePerson, async ({ caller, body, request }) => {
    const { database, clock, passwords, securityLog } = context
    const { orgId, userGuid: author } = caller
    const found = await findForAct(context, caller, body.userID, (may) => may.erase)
    if (!found.ok) return found
    const { person } = found
    if (!isNameOf(person, body.name)) return anotherName
    const nowMs = clock.nowMs()
    const sessions = await selectSessionsOf(database, { orgId, userGuid: person.user_guid }, nowMs)
    const outcome = await erasePerson(database, person, {
      ...{ nowMs, passwords },
      isAsShown: async (transaction) => (await previewErasure(transaction, person, nowMs)).hash === body.hash,
    })
    if (!outcome.ok && outcome.isOutdated) {
      const current = await database.kysely.transaction().execute((transaction) => previewErasure(transaction, person, nowMs))
      return refuse('CHANGED_MEANWHILE', 'The preview that this is based on is outdated.', { current })
    }
    if (!outcome.ok) return outcome.isLastOwner ? lastOwner : underWay
    sessionsEnded(
      context,
      sessions.map(({ session_id }) => session_id),
    )
    const target = { userId: person.user_id, formRuns: outcome.formRuns, reason: body.reason.trim() }
    // Without the guid: what the log says of an erased person is erased with them.
    securityLog.note({ kind: 'person-erased', orgId, author, address: request.ip, target })
    return { ok: true, value: { sittings: outcome.formRuns, events: outcome.events } }
  })
