import type { Api, Failure } from '@sitwell/client/api'
import { officeAppSecret, officeSecondStep, officeSendCode, officeSignIn, type ReplyOf } from '@sitwell/contract'
import type { OfficeMessageId } from '@sitwell/i18n/message-ids'
import { TooManyCodes } from '@sitwell/sign-in/mfa/mfa-calls.ts'
import type { MfaProvider } from '@sitwell/sign-in/mfa/mfa-providers.ts'
import { isOfSession } from '../session/office-session.ts'

export type SecondStep = ReplyOf<typeof officeSignIn>['secondStep']

/** How a second step is shown, as the calls name it. */
export type Way = SecondStep['ways'][number] | 'recovery'

const wayOf = { app: 'app', email: 'email', textmessage: 'textMessage' } as const satisfies Record<MfaProvider, Way>
const providerOf = { app: 'app', email: 'email', textMessage: 'textmessage' } as const

/** The ways of a second step as the shared screens name them; the app if there is none, so that nobody is left without a way in. */
export const providersOf = ({ ways }: Pick<SecondStep, 'ways'>): readonly [MfaProvider, ...MfaProvider[]] => {
  const [first = 'app', ...others] = ways.map((way) => providerOf[way])
  return [first, ...others]
}

/** Why a sign-in was refused. `office.…` are the office's own. */
const reasonOf = (failure: Failure) => {
  if (failure.kind === 'unreachable') return undefined
  if (failure.suspended === true || failure.code === 'ACCOUNT_SUSPENDED') return 'signIn.suspended'
  if (failure.code === 'TOO_MANY_REQUESTS') return 'signIn.tooManyAttempts'
  if (failure.code === 'WRONG_CREDENTIALS') return 'signIn.wrongPassword'
  if (failure.code === 'NOT_ALLOWED') return 'office.noRole' satisfies OfficeMessageId
  return undefined
}

interface Credentials {
  readonly orgId: number
  readonly username: string
  readonly password: string
}

interface Parts {
  readonly api: Api
  /** Told the id of the session that a sign-in has made. */
  name(sessionId: string): void
  /** The session ended while its second step was still to be done: the sign-in begins again. */
  gone(): void
}

/** The calls of the way into the office. */
export const signInCalls = ({ api, name, gone }: Parts) => {
  const failed = (failure: Failure): Error => {
    if (failure.kind === 'refused' && failure.code === 'TOO_MANY_REQUESTS') return new TooManyCodes(failure.message)
    if (isOfSession(failure)) gone()
    return new Error(failure.message)
  }
  return callsOf(api, name, failed)
}

const callsOf = (api: Api, name: Parts['name'], failed: (failure: Failure) => Error) => ({
  /** `reason`: why it was refused; undefined if the server could not be asked, or failed. */
  async signIn(body: Credentials) {
    const outcome = await api.call(officeSignIn, { body }, { attempts: 1 })
    if (!outcome.ok) return { ok: false, reason: reasonOf(outcome) } as const
    name(outcome.value.sessionId)
    return { ok: true, secondStep: outcome.value.secondStep } as const
  },

  async fetchQrCode() {
    const outcome = await api.call(officeAppSecret, { body: {} })
    if (!outcome.ok) throw failed(outcome)
    return outcome.value
  },

  async sendCode(provider: 'email' | 'textmessage') {
    const outcome = await api.call(officeSendCode, { body: { way: wayOf[provider] } }, { attempts: 1 })
    if (!outcome.ok) throw failed(outcome)
    if (!outcome.value.sent) throw new Error('The code could not be sent')
  },

  /** False if the code is wrong; otherwise the recovery codes that were made with it, if any were. Throws if the call failed. */
  async pass(code: string, by: MfaProvider | 'recovery'): Promise<false | readonly string[]> {
    const way = by === 'recovery' ? by : wayOf[by]
    const outcome = await api.call(officeSecondStep, { body: { code, way } }, { attempts: 1 })
    if (!outcome.ok) throw failed(outcome)
    return outcome.value.passed && (outcome.value.recoveryCodes ?? [])
  },
})

export type SignInCalls = ReturnType<typeof signInCalls>
