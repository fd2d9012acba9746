import { forgotPassword } from '@sitwell/contract'
import { networkOf } from '../../http/connections/addresses.ts'
import { bucketOf, countAttempt } from '../../http/limits/attempts.ts'
import { byAddress } from '../../http/limits/counted-by.ts'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import { organisationDetails } from '../organisation/organisation-details.ts'
import { selectOrganisation } from '../organisation/queries.ts'
import { selectPersonByUsername } from '../people/queries.ts'
import type { SecurityContext } from '../security-context.ts'
import { mailPasswordLink } from './password-link.ts'

/** Mails to one account, and one more every ten minutes. */
const mailing = { capacity: 3, leakMs: 600_000 }
/** Questions from one address, over all accounts; a school sits behind one. */
const asking = { capacity: 60, leakMs: 10_000 }

/** Says nothing of anybody's account: the login page shows it by its button. */
const isOpen = async ({ database }: Pick<SecurityContext, 'database'>, orgId: number) => {
  const organisation = await selectOrganisation(database, orgId)
  return (
    organisation !== undefined && organisationDetails.parse(JSON.parse(organisation.details)).enableForgottenPassword === true
  )
}

const mailWhereThereIsAnAccount = async (
  context: SecurityContext,
  { orgId, username, address }: { readonly orgId: number; readonly username: string; readonly address: string },
) => {
  const { database, clock } = context
  const person = await selectPersonByUsername(database, orgId, username)
  if (!person?.email || person.suspended === 1) return
  if (await countAttempt(context, bucketOf(context, orgId, 'mail-reset', [person.user_guid], mailing))) return
  await mailPasswordLink(context, person, { kind: 'RESET', nowMs: clock.nowMs() })
  context.securityLog.note({ kind: 'password-link-sent', orgId, userGuid: person.user_guid, address })
}

/**
 * Answers 0 whatever name it is asked, before it has looked for it: neither the code nor the time tells who has an account. What is
 * found is mailed afterwards.
 */
export const forgotPasswordRoute = (context: SecurityContext) =>
  route(
    forgotPassword,
    async ({ body, request }) => {
      if (!(await isOpen(context, body.orgID)))
        return refuse('NOT_ALLOWED', 'This organisation does not allow requests for a link.')
      const wait = await countAttempt(context, bucketOf(context, body.orgID, 'ask-reset', [networkOf(request.ip)], asking))
      if (wait) return wait
      context.background.run('a link for a forgotten password could not be mailed', () =>
        mailWhereThereIsAnAccount(context, { orgId: body.orgID, username: body.logonID, address: request.ip }),
      )
      return { ok: true, value: { resultCode: 0 } }
    },
    { limited: byAddress },
  )
