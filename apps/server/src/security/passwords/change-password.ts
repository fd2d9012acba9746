import { changePassword, ownPassword } from '@sitwell/contract'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import { isPasswordOf } from '../credentials/is-password-of.ts'
import { proveByPassword } from '../credentials/prove-by-password.ts'
import type { SecurityContext } from '../security-context.ts'
import { noteWrongPassword, ownerOf } from './owner.ts'
import { demandsOf } from './password-demands.ts'
import { replacePassword } from './replace-password.ts'

const changed = { ok: true, value: { changed: true } } as const
const wrong = { ok: true, value: { changed: false, isWrong: true } } as const

const notTheirs = () => refuse('NOT_ALLOWED', 'A person changes their password themselves.')

/** What somebody is told before they choose a new password. */
export const ownPasswordRoute = (context: Pick<SecurityContext, 'config' | 'database'>) =>
  route(ownPassword, async ({ caller }) => {
    const person = await ownerOf(context, caller)
    if (!person) return notTheirs()
    const { policy } = await demandsOf(context, person)
    return { ok: true, value: { username: person.username, passwordPolicy: policy } }
  })

/** Changes one's own password: the other sign-ins end, and no remembered device passes the second step any more. */
export const changePasswordRoute = (context: SecurityContext) =>
  route(changePassword, async ({ caller, body, request }) => {
    const person = await ownerOf(context, caller)
    if (!person) return notTheirs()
    const proven = await proveByPassword(context, person, { password: body.current, address: request.ip })
    if (proven === false) {
      // Its reply was lost: it is the new one by now.
      if (await isPasswordOf(context, person, body.password)) return changed
      noteWrongPassword(context, person, request.ip)
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
