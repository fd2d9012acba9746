import { startedState } from '@sitwell/app-core/app-store'
import type { SessionApp } from '@sitwell/app-core/create-session'
import { forgotAddress, loginAddress } from '@sitwell/app-core/login-address'
import type { OrganisationSettings } from '@sitwell/app-core/organisation-settings'
import type { Api, Failure } from '@sitwell/client/api'
import { newUuid } from '@sitwell/client/new-uuid'
import type { User } from '@sitwell/client/session'
import { tokensFromToken, userFromToken } from '@sitwell/client/session-from-token'
import { loginTokenCheck, token } from '@sitwell/contract'
import { failureOf } from './failure-of.ts'
import { rememberedDevices } from './mfa/remembered-device.ts'
import type { LoginOutcome, SignInActions } from './sign-in-actions.ts'
import { signInBody } from './sign-in-body.ts'
import type { SignInEnvironment } from './sign-in-environment.ts'

/** Who has given the right credentials. Nobody is signed in before the whole flow is through (spec 1 §4). */
interface Arrival<Settings> {
  readonly username: string
  readonly user: User
  readonly named: Partial<Settings>
}

/** Somebody who is about to be signed in. */
export interface Newcomer<Settings> {
  readonly user: User
  /** All settings that are known by now. */
  readonly settings: Settings
  /** Signs them in, for a page of the app that loads again. */
  complete(): void
}

/** What of a sign-in is up to the app that it leads into. */
export interface SignInParts<Settings extends OrganisationSettings> {
  /** Reads the settings that the app asks for by name, as soon as the credentials were right. */
  loadNamed(api: Api, orgId: number): Promise<{ readonly ok: true; readonly settings: Partial<Settings> } | Failure>
  /** Whether the organisation lets nobody in without a login token. */
  readonly needsLoginToken?: boolean
  /** How somebody is led elsewhere instead of into the app; undefined for everyone who enters it. */
  wayElsewhere?(newcomer: Newcomer<Settings>): Promise<(() => void) | undefined>
  /** What the app does before it shows. A failure here stops nobody. */
  prepare?(): Promise<void>
  /** Somebody is signed in. */
  onSignedIn(): void
}

/** What the pages before the sign-in do with the app: tokens, settings read by name, messages, and where it continues to. */
export const createSignInActions = <Settings extends OrganisationSettings>(
  app: SessionApp<Settings, object, SignInEnvironment>,
  parts: SignInParts<Settings>,
): SignInActions => {
  const { environment } = app
  const { api, client, settings } = startedState(app.store.get())
  const { loginToken, setPasswordToken } = app.session.entry.get() ?? {}
  const devices = rememberedDevices(environment.localStorage, environment.nowMs)
  // Said once: a page that is loaded again says nothing that is over.
  const wasEnded = app.session.ended.get() !== undefined
  app.session.ended.clear()
  let arrival: Arrival<Settings> | undefined
  /** Of every try of this page, so that one whose answer got lost doesn't find the login token used up. */
  const requestId = loginToken === undefined ? undefined : newUuid()

  const arrived = (): Arrival<Settings> => {
    if (arrival === undefined) throw new Error('The credentials come first')
    return arrival
  }

  const refusedLogin = (outcome: Failure): LoginOutcome => {
    if (outcome.kind === 'refused' && outcome.code === 'INVALID_LOGIN_TOKEN')
      return { kind: 'failed', reason: 'signIn.invalidLoginToken', clear: ['password'] }
    const isSuspended = outcome.kind === 'refused' && outcome.suspended === true
    return failureOf(outcome, isSuspended ? 'signIn.suspended' : 'signIn.wrongPassword', ['password'])
  }

  const login = async (username: string, password: string): Promise<LoginOutcome> => {
    const owner = { orgId: client.id, username }
    const mfaDeviceToken = devices.tokenOf(owner)
    const outcome = await api.call(token, {
      body: {
        ...signInBody(app, username, password),
        ...(loginToken === undefined ? {} : { loginToken, requestId }),
        ...(mfaDeviceToken === undefined ? {} : { mfaDeviceToken }),
      },
    })
    if (!outcome.ok) return refusedLogin(outcome)
    const { MfaRequired, MfaOption, UserID, Email, HasPhone } = outcome.value
    app.tokens.set(tokensFromToken(outcome.value))
    const named = await parts.loadNamed(api, client.id)
    if (!named.ok) return { kind: 'error', details: named.message }
    arrival = { username, user: userFromToken(outcome.value), named: named.settings }
    if (!MfaRequired) return { kind: 'logged in', credentialed: { secondStep: undefined } }
    devices.forget(owner)
    const { mfaProviders, mfaRememberMeDays } = { ...settings, ...named.settings }
    const secondStep = {
      userId: UserID,
      option: MfaOption,
      email: Email ?? '',
      hasPhone: HasPhone !== false,
      providers: mfaProviders,
      rememberDays: mfaRememberMeDays,
    }
    return { kind: 'logged in', credentialed: { secondStep } }
  }

  /** From here on somebody is signed in. */
  const complete = () => {
    const { user, named } = arrived()
    app.session.user.set(user)
    app.setClient(client, { ...settings, ...named })
    app.store.change({ session: { user, client } })
  }

  return {
    login,
    setPasswordToken: setPasswordToken ?? '',
    isReset: environment.path().includes('reset'),
    servedForm: environment.servedForm,
    hasSetPasswordToken: () => setPasswordToken !== undefined,
    wasEnded: () => wasEnded,

    async checkSetPasswordToken() {
      const { checkPasswordLink } = await import('./check-password-link.ts')
      return checkPasswordLink(api, setPasswordToken ?? '')
    },

    async loginWithNewPassword(logonId, password) {
      const outcome = await login(logonId, password)
      return outcome.kind === 'logged in' ? outcome.credentialed : undefined
    },

    async checkLoginToken() {
      if (!parts.needsLoginToken || loginToken === undefined) return true
      const outcome = await api.call(loginTokenCheck, {}, { bearer: loginToken })
      // Whatever else went wrong here, the sign-in itself will say so.
      return outcome.ok ? outcome.value.valid : outcome.kind === 'unreachable'
    },

    rememberDevice: (deviceToken, days) =>
      devices.remember({ orgId: client.id, username: arrived().username }, deviceToken, days),

    async wayElsewhere() {
      const { user, named } = arrived()
      return parts.wayElsewhere?.({ user, settings: { ...settings, ...named }, complete })
    },

    initializeSessionMessages: () => app.useMessages(arrived().user),

    prepare: async () => parts.prepare?.(),

    enter: () => {
      complete()
      parts.onSignedIn()
    },

    toForgottenPassword: () => environment.leaveTo(forgotAddress(client.urlToken)),
    toLogin: () => environment.leaveTo(loginAddress(client.urlToken)),
  }
}
