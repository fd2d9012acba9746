import { mfaReset, postMfaReset } from '@sitwell/contract'
import type { Database } from '../../db/database.ts'
import type { PersonTable } from '../../db/schema.ts'
import type { Caller } from '../../http/caller.ts'
import { bucketOf, countAttempt } from '../../http/limits/attempts.ts'
import { refuse } from '../../http/refusal.ts'
import { type Incoming, route, type ServiceContext } from '../../http/service.ts'
import { proveByPassword } from '../credentials/prove-by-password.ts'
import { organisationSetting } from '../organisation/organisation-setting.ts'
import { selectPerson, selectPersonByUserId } from '../people/queries.ts'
import { selectSession } from '../sessions/queries.ts'
import { digitsOf, mfaOption } from './mfa-options.ts'
import { deleteMfa, selectMfaOption } from './queries.ts'
import { checkSentCode, sendCode } from './sent-code.ts'

/** Takes the second step of a person back to its setup, whoever asks. */
export const resetMfa = ({ kysely }: Database, person: { readonly org_id: number; readonly user_guid: string }) =>
  deleteMfa(kysely, person)

const trying = { capacity: 10, leakMs: 180_000 }

const done = { ok: true, value: { reset: true } } as const
const byEmail = { ok: true, value: { reset: false, confirmation: 'email' } } as const
const byPassword = { ok: true, value: { reset: false, confirmation: 'password' } } as const
const byAdministrator = { ok: true, value: { reset: false, confirmation: 'administrator' } } as const

/**
 * Whoever has the password alone must not get round the second step by resetting it. So before the step is passed, a reset asks for
 * the code of a mail; where there is no email, or the setting `MfaReset` says `administrator`, an administrator does it.
 */
const resetBeforeMfa = async (context: ServiceContext, caller: Caller, person: PersonTable, typed: string | undefined) => {
  const setting = await organisationSetting(context.database, caller.orgId, 'MfaReset')
  if (!person.email || setting?.trim().toLowerCase() === 'administrator') return byAdministrator
  const place = { person, sessionId: caller.sessionId, purpose: 'reset', option: mfaOption.email } as const
  if (typed === undefined) {
    const outcome = await sendCode(context, place)
    if (!outcome.ok) return outcome
    return outcome.sent ? byEmail : ({ ok: true, value: { reset: false } } as const)
  }
  const code = digitsOf(typed)
  if (code === undefined) return byEmail
  const wait = await countAttempt(context, bucketOf(context, caller.orgId, 'mfa', [caller.userGuid], trying))
  if (wait) return wait
  if (!(await checkSentCode(context, place, code))) return byEmail
  await resetMfa(context.database, person)
  return done
}

/** Whoever finds a browser in which the step was passed must not make the second step their own. */
const resetAfterMfa = async (
  context: ServiceContext,
  person: PersonTable,
  { password, address }: { readonly password: string | undefined; readonly address: string },
) => {
  if (password === undefined) return byPassword
  const proven = await proveByPassword(context, person, { password, address })
  if (proven !== true) return proven === false ? byPassword : proven
  await resetMfa(context.database, person)
  return done
}

/** Takes the second step back to its setup: one's own, or as an administrator that of somebody of the organisation. */
const createReset =
  (context: ServiceContext) =>
  async (
    { caller, request }: Pick<Incoming<typeof mfaReset>, 'caller' | 'request'>,
    typed: { readonly userID: number; readonly code?: string | undefined; readonly password?: string | undefined },
  ) => {
    const { database } = context
    if (caller.madeBy !== undefined)
      return refuse('NOT_ALLOWED', 'An administrator resets the second step in their own name, not as the learner.')
    const noteReset = ({ org_id: orgId, user_guid: userGuid }: PersonTable, what?: string) => {
      const author = userGuid === caller.userGuid ? undefined : caller.userGuid
      context.securityLog.note({ kind: 'second-step-reset', orgId, userGuid, author, address: request.ip, what })
    }
    const session = await selectSession(database, caller.orgId, caller.sessionId)
    const isPending = session?.mfa_pending !== 0
    const self = await selectPerson(database, caller.orgId, caller.userGuid)
    if (self?.user_id === typed.userID) {
      const isSet = (await selectMfaOption(database, caller.orgId, caller.userGuid)) !== mfaOption.notSet
      if (isPending && isSet) {
        const outcome = await resetBeforeMfa(context, caller, self, typed.code)
        if (outcome.ok && outcome.value.reset) noteReset(self, 'by a mailed code')
        return outcome
      }
      if (isSet) {
        const outcome = await resetAfterMfa(context, self, { password: typed.password, address: request.ip })
        if (outcome.ok && outcome.value.reset) noteReset(self, 'by the password')
        return outcome
      }
      await resetMfa(database, self)
      return done
    }
    const other = caller.admin && !isPending ? await selectPersonByUserId(database, caller.orgId, typed.userID) : undefined
    if (!other) return refuse('NOT_ALLOWED', 'Only an administrator resets the second step of somebody else.')
    await resetMfa(database, other)
    noteReset(other)
    return done
  }

export const mfaResetRoute = (context: ServiceContext) => {
  const reset = createReset(context)
  return route(mfaReset, (incoming) => reset(incoming, incoming.query))
}

export const postMfaResetRoute = (context: ServiceContext) => {
  const reset = createReset(context)
  return route(postMfaReset, (incoming) => reset(incoming, incoming.body))
}
