import { startedState } from '@sitwell/app-core/app-store'
import { originsOf } from '@sitwell/app-core/origins'
import { newUuid } from '@sitwell/client/new-uuid'
import type { Failure } from '@sitwell/client/outcome'
import type { User } from '@sitwell/client/session'
import { tokensFromToken, userFromToken } from '@sitwell/client/session-from-token'
import { loginTokenCheck, token } from '@sitwell/contract'
import { policiesOf } from '@sitwell/exam/organisation/organisation-policies'
import type { ClientSettings } from '../context/settings/client-settings.ts'
import { failureOf } from '../sign-in/failure-of.ts'
import { rememberedDevices } from '../sign-in/mfa/remembered-device.ts'
import type { LoginOutcome, SignInActions } from '../sign-in/sign-in-actions.ts'
import type { PlayerApp } from './create-player.ts'
import { signInBody } from './sign-in-body.ts'
import { forgotAddress, loginAddress } from './start-up/login-address.ts'

/** Who has given the right credentials. Nobody is signed in before the whole flow is through (spec 1 §4). */
interface Arrival {
  readonly username: string
  readonly user: User
  readonly named: Partial<ClientSettings>
}

/** What the pages before the sign-in do with the app: tokens, settings read by name, messages, and where it goes on to. */
export const signInActions = (player: PlayerApp, onSignedIn: () => void): SignInActions => {
  const { environment } = player
  const { api, appSettings, client, settings } = startedState(player.store.get())
  const { loginToken, setPasswordToken } = player.session.entry.get() ?? {}
  const devices = rememberedDevices(environment.localStorage, environment.nowMs)
  // Said once: a page that is loaded again says nothing that is over.
  const wasEnded = player.session.ended.get() !== undefined
  player.session.ended.clear()
  let arrival: Arrival | undefined
  /** Of every try of this page, so that one whose answer got lost doesn't find the login token used up. */
  const requestId = loginToken === undefined ? undefined : newUuid()

  const arrived = (): Arrival => {
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
        ...signInBody(player, username, password),
        ...(loginToken === undefined ? {} : { loginToken, requestId }),
        ...(mfaDeviceToken === undefined ? {} : { mfaDeviceToken }),
      },
    })
    if (!outcome.ok) return refusedLogin(outcome)
    const { MfaRequired, MfaOption, UserID, Email, HasPhone } = outcome.value
    player.tokens.set(tokensFromToken(outcome.value))
    const { loadSettingsByName } = await import('../context/settings/settings-by-name.ts')
    const named = await loadSettingsByName(api, client.id, appSettings.productName)
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
    player.session.user.set(user)
    player.setClient(client, { ...settings, ...named })
    player.store.change({ session: { user, client } })
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
      if (!policiesOf(client.id).needsLoginToken || loginToken === undefined) return true
      const outcome = await api.call(loginTokenCheck, {}, { bearer: loginToken })
      // Whatever else went wrong here, the sign-in itself will say so.
      return outcome.ok ? outcome.value.valid : outcome.kind === 'unreachable'
    },

    rememberDevice: (deviceToken, days) =>
      devices.remember({ orgId: client.id, username: arrived().username }, deviceToken, days),

    async adminTarget() {
      const { adminTargetOf } = await import('../sign-in/admin-target.ts')
      const { user, named } = arrived()
      const { legacySingleSignon, adminInFrame, adminUrl = appSettings.adminUrl } = { ...settings, ...named }
      return adminTargetOf({
        admin: user.admin,
        userId: user.id,
        orgId: client.id,
        legacySingleSignon,
        adminInFrame,
        adminUrl,
        // The settings of a login page come from the server alone.
        allowedOrigins: originsOf([adminUrl, appSettings.adminUrl]),
        returnUrl: player.loginUrl(),
      })
    },

    initializeSessionMessages: () => player.useMessages(arrived().user),

    async maintainActivityLog() {
      const [{ openExamStore }, { maintainActivityLog }] = await Promise.all([
        import('../storage/open-exam-store.ts'),
        import('../sync/activity/maintain-activity-log.ts'),
      ])
      const { store } = await openExamStore(environment.nowMs, (error) =>
        player.reportError(error, 'The browser keeps no answers'),
      )
      await maintainActivityLog(store, environment.nowMs())
    },

    redirectToRubric: () => {
      complete()
      onSignedIn()
    },

    redirectToAdmin: (target) => {
      if (target.kind === 'frame') {
        complete()
        environment.leaveTo(`/admin?${encodeURIComponent(client.urlToken)}`)
      } else {
        player.clearSession()
        environment.leaveTo(target.url)
      }
    },

    toForgottenPassword: () => environment.leaveTo(forgotAddress(client.urlToken)),
    toLogin: () => environment.leaveTo(loginAddress(client.urlToken)),
  }
}
