import type { Api } from '@sitwell/client/api'
import type { Failure } from '@sitwell/client/outcome'
import { mfaQrCode, mfaRemember, mfaSendEmail, mfaSendTextMessage, postMfaReset, postMfaVerify } from '@sitwell/contract'
import type { MfaSteps, ResetOutcome } from './mfa.machine.ts'
import type { MfaProvider } from './mfa-providers.ts'
import { mfaOptions } from './mfa-providers.ts'

/** The calls of the second step, for one person. Each throws an error if it fails. */
export interface MfaCalls extends MfaSteps {
  verify(code: string, provider: MfaProvider): Promise<boolean>
  /** Proves a reset by the code that was mailed for it; false if the code is wrong. */
  proveReset(code: string): Promise<boolean>
  /** A token that lets this device pass the step; undefined if the server gives none. */
  remember(): Promise<string | undefined>
}

/** This many wrong codes that the next one is looked at only after a while. */
export class TooManyCodes extends Error {}

const failed = (failure: Failure) =>
  failure.kind === 'refused' && failure.code === 'TOO_MANY_REQUESTS'
    ? new TooManyCodes(failure.message)
    : new Error(failure.message)

export const mfaCallsOf = (api: Api, userID: number): MfaCalls => {
  const askReset = async (code?: string): Promise<ResetOutcome> => {
    const outcome = await api.call(postMfaReset, { body: { userID, ...(code === undefined ? {} : { code }) } })
    if (!outcome.ok) throw failed(outcome)
    if (outcome.value.reset) return 'reset'
    const { confirmation = 'administrator' } = outcome.value
    if (confirmation === 'password') throw new Error('The second step was passed in another tab')
    return confirmation
  }
  return {
    async fetchQrCode() {
      const outcome = await api.call(mfaQrCode, { query: { userID } })
      if (!outcome.ok) throw failed(outcome)
      return outcome.value
    },
    async sendCode(provider) {
      if (provider === 'email') {
        const outcome = await api.call(mfaSendEmail, { query: { userID } })
        if (!outcome.ok) throw failed(outcome)
        if (!outcome.value.email) throw new Error('The code could not be mailed')
      } else {
        const outcome = await api.call(mfaSendTextMessage, { query: { userID } })
        if (!outcome.ok) throw failed(outcome)
        if (!outcome.value.textMessage) throw new Error('The code could not be sent as a text message')
      }
    },
    reset: () => askReset(),
    proveReset: async (code) => (await askReset(code)) === 'reset',
    async verify(code, provider) {
      const outcome = await api.call(postMfaVerify, { body: { userID, code, mfaOption: mfaOptions[provider] } })
      if (!outcome.ok) throw failed(outcome)
      return outcome.value === 'true'
    },
    async remember() {
      const outcome = await api.call(mfaRemember, { body: { userID } })
      return outcome.ok ? outcome.value.deviceToken : undefined
    },
  }
}
