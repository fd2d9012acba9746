import { mfaVerify, postMfaVerify } from '@sitwell/contract'
import type { PersonTable } from '../../db/schema.ts'
import type { Caller } from '../../http/caller.ts'
import { bucketOf, countAttempt } from '../../http/limits/attempts.ts'
import { empty } from '../../http/limits/buckets.ts'
import { type Incoming, route } from '../../http/service.ts'
import { organisationSetting } from '../organisation/organisation-setting.ts'
import type { SecurityContext } from '../security-context.ts'
import { checkAppCode } from './app-code.ts'
import { digitsOf, mfaOption, optionsToSetUp, wayOf } from './mfa-options.ts'
import { personOfCall } from './person-of-call.ts'
import { passSession, selectMfaOption, setOption } from './queries.ts'
import { checkSentCode } from './sent-code.ts'

/** Wrong codes of one person, and one more every three minutes: a million codes can't be gone through. */
const trying = { capacity: 10, leakMs: 180_000 }

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

/** Checks a code (spec 1 §5). Where an option is set only that one passes; where none is, the first right code sets it. */
const createCheck =
  (context: SecurityContext) =>
  async ({ caller, request }: Pick<Incoming<typeof mfaVerify>, 'caller' | 'request'>, typed: Typed) => {
    const { database, clock, sessions, securityLog } = context
    const whose = await personOfCall(context, caller, typed.userID)
    if (!whose.ok) return whose
    const { person } = whose
    const code = digitsOf(typed.code)
    if (code === undefined) return no
    const option = typed.mfaOption
    const held = await selectMfaOption(database, caller.orgId, caller.userGuid)
    const allowed = await allowedOptions(context, caller, person, held)
    if (!allowed.includes(option)) return no
    const bucket = bucketOf(context, caller.orgId, 'mfa', [caller.userGuid], trying)
    const wait = await countAttempt(context, bucket)
    if (wait) return wait
    const place = { person, sessionId: caller.sessionId, purpose: 'verify', option } as const
    const right =
      option === mfaOption.app ? await checkAppCode(context, person, code) : await checkSentCode(context, place, code)
    const about = { orgId: caller.orgId, userGuid: caller.userGuid, author: caller.madeBy, address: request.ip }
    if (!right) {
      securityLog.note({ kind: 'second-step-refused', ...about, what: wayOf(option) })
      return no
    }
    await database.kysely.transaction().execute(async (transaction) => {
      await setOption(transaction, person, option)
      await passSession(transaction, caller.orgId, caller.sessionId, clock.nowMs())
      await empty(transaction, bucket)
    })
    sessions.forget(caller.sessionId)
    securityLog.note({
      kind: 'second-step-passed',
      ...about,
      what: held === mfaOption.notSet ? `set up: ${wayOf(option)}` : wayOf(option),
    })
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
