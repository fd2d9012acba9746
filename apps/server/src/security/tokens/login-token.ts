import { loginTokenCheck, studentLogin } from '@sitwell/contract'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import { makePersonalToken, readPersonalToken } from '../../tokens/personal-token.ts'
import { linkAddress } from '../organisation/link-address.ts'
import { selectOrganisation } from '../organisation/queries.ts'
import { selectPersonByUserId } from '../people/queries.ts'
import type { SecurityContext } from '../security-context.ts'

/** Makes a login token for a person, with the address that carries it. Throws an error if the organisation isn't there. */
export const makeLoginToken = async (
  { database, config }: { readonly database: Database; readonly config: Pick<Config, 'publicUrl' | 'port'> },
  person: { readonly org_id: number; readonly user_guid: string },
  { expiresAt, madeBy }: { expiresAt: number; madeBy?: string },
): Promise<{ loginToken: string; loginAddress: string }> => {
  const organisation = await selectOrganisation(database, person.org_id)
  if (!organisation) throw new Error(`There is no organisation ${person.org_id}.`)
  const loginToken = await database.kysely
    .transaction()
    .execute((transaction) => makePersonalToken(transaction, person, { purpose: 'login', expiresAt, madeBy: madeBy ?? null }))
  return { loginToken, loginAddress: linkAddress(config, organisation, 'login', loginToken) }
}

/** Whether the bearer token is a login token that holds. Asking uses nothing up; nobody guesses a token of 256 bits, so it has no limit. */
export const loginTokenCheckRoute = ({ database, clock }: Pick<SecurityContext, 'clock' | 'database'>) =>
  route(loginTokenCheck, async ({ request }) => {
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    return {
      ok: true,
      value: { valid: (await readPersonalToken(database.kysely, clock.nowMs(), 'login', token)) !== undefined },
    }
  })

/** A login token for somebody of the administrator's own organisation. */
export const studentLoginRoute = (context: Pick<SecurityContext, 'clock' | 'config' | 'database' | 'securityLog'>) =>
  route(studentLogin, async ({ caller, body, request }) => {
    const { database, clock, config } = context
    const person = await selectPersonByUserId(database, caller.orgId, body.userID)
    if (!person) return refuse('NOT_FOUND', 'There is nobody with this id.')
    const expiresAt = clock.nowMs() + config.loginTokenMs
    const made = await makeLoginToken(context, person, { expiresAt, madeBy: caller.userGuid })
    const { userGuid: author, orgId } = caller
    context.securityLog.note({ kind: 'login-token-made', orgId, userGuid: person.user_guid, author, address: request.ip })
    return { ok: true, value: { ...made, expiresAt: new Date(expiresAt).toISOString() } }
  })
