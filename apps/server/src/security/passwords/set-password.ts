import { passwordReset, setPasswordTokenCheck } from '@sitwell/contract'
import { route } from '../../http/service.ts'
import { orgOfToken, readPersonalToken, takePersonalToken } from '../../tokens/personal-token.ts'
import { isPasswordOf } from '../credentials/is-password-of.ts'
import { selectPerson } from '../people/queries.ts'
import type { SecurityContext } from '../security-context.ts'
import { demandsOf } from './password-demands.ts'
import { replacePassword } from './replace-password.ts'

/** 0 success, 1 the password is refused, 3 the token is invalid (spec 1 §5). */
const success = { ok: true, value: { resultCode: 0 } } as const
const invalid = { ok: true, value: { resultCode: 3 } } as const

const holderOf = async (
  { database, clock }: Pick<SecurityContext, 'clock' | 'database'>,
  token: string,
  requestId?: string,
) => {
  const holder = await readPersonalToken(database.kysely, clock.nowMs(), 'password', token, requestId)
  const person = holder && (await selectPerson(database, holder.org_id, holder.user_guid))
  return person && person.suspended !== 1 ? { person, isRepeated: holder?.isRepeated === true } : undefined
}

/** Whose password the link of a mail sets, and what it has to be. */
export const setPasswordTokenCheckRoute = (context: Pick<SecurityContext, 'clock' | 'config' | 'database'>) =>
  route(setPasswordTokenCheck, async ({ params }) => {
    const found = await holderOf(context, params.token)
    if (!found) return invalid
    const { person } = found
    const { first_name: userFirstName, last_name: userLastName, username: logonID } = person
    const { policy } = await demandsOf(context, person)
    return { ok: true, value: { resultCode: 0, userFirstName, userLastName, logonID, passwordPolicy: policy } }
  })

/** Sets the password. The token is used up, the person's sessions end, and no remembered device passes the second step any more. */
export const passwordResetRoute = (context: SecurityContext) =>
  route(passwordReset, async ({ body, request }) => {
    const { clock, securityLog } = context
    const found = await holderOf(context, body.token, body.requestId)
    if (!found) {
      securityLog.note({ kind: 'password-refused', orgId: orgOfToken(body.token), address: request.ip, what: 'link' })
      return invalid
    }
    const { person, isRepeated } = found
    // Its reply was lost: it is answered as it was, and sets nothing again.
    if (isRepeated) return (await isPasswordOf(context, person, body.password)) ? success : invalid
    const replaced = await replacePassword(context, person, {
      password: body.password,
      address: request.ip,
      take: async (transaction) =>
        (await takePersonalToken(transaction, clock.nowMs(), 'password', body.token, person, body.requestId)) !== undefined,
    })
    if (typeof replaced === 'object') return { ok: true, value: { resultCode: 1, ...replaced } }
    return replaced === 'gone' ? invalid : success
  })
