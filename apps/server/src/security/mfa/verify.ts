import { mfaVerify, postMfaVerify } from '@sitwell/contract'
import type { PersonTable } from '../../db/schema.ts'
import type { Caller } from '../../http/caller.ts'
import { type Incoming, route } from '../../http/service.ts'
import { organisationSetting } from '../organisation/organisation-setting.ts'
import type { SecurityContext } from '../security-context.ts'
import { checkCode } from './check-code.ts'
import { digitsOf, mfaOption, optionsToSetUp } from './mfa-options.ts'
import { personOfCall } from './person-of-call.ts'
import { passSession, selectMfaOption } from './queries.ts'

const yes = { ok: true, value: 'true' } as const
const no = { ok: true, value: 'false' } as const

interface Typed {
  readonly userID: number
  readonly code: string
  readonly mfaOption: number
}

/** The options that may pass: the one that is set, and where none is, those that a person may set up, in their own name only. */
const allowedOptions = async (
  { database }: Pick<SecurityContext, 'database'>,
  caller: Caller,
  person: PersonTable,
  held: number,
) => {
  if (held !== mfaOption.notSet) return [held]
  const providers = await organisationSetting(database, caller.orgId, 'MFA Providers')
  return caller.madeBy === undefined ? optionsToSetUp(providers, person) : []
}

/** Checks a code (spec 1 §5). Where an option is set only that one passes; if none is, the first right code sets it. */
const createCheck =
  (context: SecurityContext) =>
  async ({ caller, request }: Pick<Incoming<typeof mfaVerify>, 'caller' | 'request'>, typed: Typed) => {
    const { database, clock, sessions } = context
    const whose = await personOfCall(context, caller, typed.userID)
    if (!whose.ok) return whose
    const { person } = whose
    if (digitsOf(typed.code) === undefined) return no
    const option = typed.mfaOption
    const held = await selectMfaOption(database, caller.orgId, caller.userGuid)
    const allowed = await allowedOptions(context, caller, person, held)
    if (!allowed.includes(option)) return no
    const { orgId, sessionId, madeBy } = caller
    const checked = { person, sessionId, way: option, code: typed.code, allowed, madeBy, address: request.ip }
    const outcome = await checkCode(context, checked, (transaction) =>
      passSession(transaction, orgId, sessionId, clock.nowMs()),
    )
    if (!outcome.ok) return outcome
    if (!outcome.isRight) return no
    sessions.forget(sessionId)
    return yes
  }

export const mfaVerifyRoute = (context: SecurityContext) => {
  const check = createCheck(context)
  return route(mfaVerify, (incoming) => check(incoming, incoming.query))
}

export const postMfaVerifyRoute = (context: SecurityContext) => {
  const check = createCheck(context)
  return route(postMfaVerify, (incoming) => check(incoming, incoming.body))
}
