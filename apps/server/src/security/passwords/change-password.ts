import { changePassword, ownPassword } from '@sitwell/contract'
import type { Caller } from '../../http/caller.ts'
import { refuse } from '../../http/refusal.ts'
import { route, type ServiceContext } from '../../http/service.ts'
import { proveByPassword } from '../credentials/prove-by-password.ts'
import { selectPerson } from '../people/queries.ts'
import { demandsOf } from './password-demands.ts'
import { replacePassword } from './replace-password.ts'

/** The caller, where they are there themselves. */
const ownerOf = async ({ database }: ServiceContext, caller: Caller) =>
  caller.madeBy === undefined ? selectPerson(database, caller.orgId, caller.userGuid) : undefined

const changed = { ok: true, value: { changed: true } } as const
const wrong = { ok: true, value: { changed: false, isWrong: true } } as const

const notTheirs = () => refuse('NOT_ALLOWED', 'A person changes their password themselves.')

/** What somebody is told before they choose a new password. */
export const ownPasswordRoute = (context: ServiceContext) =>
  route(ownPassword, async ({ caller }) => {
    const person = await ownerOf(context, caller)
    if (!person) return notTheirs()
    const { policy } = await demandsOf(context, person)
    return { ok: true, value: { username: person.username, passwordPolicy: policy } }
  })

/** Changes one's own password: the other sign-ins end, and no remembered device passes the second step any more. */
export const changePasswordRoute = (context: ServiceContext) =>
  route(changePassword, async ({ caller, body, request }) => {
    const { passwords, securityLog } = context
    const person = await ownerOf(context, caller)
    if (!person) return notTheirs()
    const proven = await proveByPassword(context, person, { password: body.current, address: request.ip })
    if (proven === false) {
      // Its reply was lost: it is the new one by now.
      if (await passwords.verify(person.password_hash, body.password)) return changed
      const whose = { orgId: person.org_id, userGuid: person.user_guid, address: request.ip }
      securityLog.note({ kind: 'password-refused', ...whose, what: 'wrong present password' })
      return wrong
    }
    if (proven !== true) return proven
    const replaced = await replacePassword(context, person, {
      password: body.password,
      address: request.ip,
      keeping: caller.sessionId,
      by: 'by the present one',
    })
    return typeof replaced === 'object' ? { ok: true, value: { changed: false, ...replaced } } : changed
  })
