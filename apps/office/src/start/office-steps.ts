import { persistentCall } from '@sitwell/app-core/create-session'
import { organisationSettingsIn } from '@sitwell/app-core/organisation-settings'
import { createStartUpSteps } from '@sitwell/app-shell/start-up/create-start-up-steps.ts'
import type { StartUpSteps } from '@sitwell/app-shell/start-up/start-up.machine.ts'
import { type ClientInit, init } from '@sitwell/contract'
import type { ThemeState } from '@sitwell/themes/theme-state'
import * as z from 'zod/mini'
import { type Office, officeSettings } from './create-office.ts'

/** An address of the sign-in page. Its query may name an organisation. */
export const isSignInAddress = (path: string): boolean => /^\/login(\/|$)/.test(path)

/** Whether a session belongs to an address: the address of another organisation's sign-in page asks for a sign-in there. */
const belongsTo = (path: string, search: string, urlToken: string): boolean =>
  !isSignInAddress(path) || search.length < 2 || search === `?${encodeURIComponent(urlToken)}`

const settingsFrom = (reply: ClientInit) => z.parse(officeSettings, organisationSettingsIn(reply))

/** The steps of the office's start: as every app's, but that the session is found by the browser's cookie. */
export const officeSteps = ({ app, session, keptStart }: Office, themes: ThemeState): StartUpSteps => {
  const { environment, store } = app
  const made = createStartUpSteps(app, {
    settingsFromInit: settingsFrom,
    begin: async () => {
      const kept = keptStart.get()
      if (kept === undefined) return undefined
      store.change({ storedTexts: kept.texts })
      return { kept: kept.appSettings }
    },
  })

  /** The organisation of the session: its address is known by the session, whatever address the page has. */
  const openOrganisation = async (urlToken: string): Promise<void> => {
    const { api } = store.get()
    const [client, settings] = [app.session.client.get(), app.session.settings.get()]
    const isKept = keptStart.get() !== undefined && client?.urlToken === urlToken && settings !== undefined
    const asked = { body: { url: `${environment.origin}/login?${encodeURIComponent(urlToken)}` } }
    const outcome = await api?.call(init, asked, isKept ? persistentCall() : undefined)
    if (isKept && outcome?.ok === false && outcome.kind === 'unreachable') return app.setClient(client, settings)
    if (!outcome?.ok) throw new Error(outcome?.message ?? 'The settings come first')
    const { success, orgID } = outcome.value
    if (!success || orgID === undefined) throw new Error('The organisation of the session is nowhere')
    app.setClient({ id: orgID, urlToken }, settingsFrom(outcome.value))
  }

  return {
    ...made,
    isLoginAddress: () => false,
    restoreSession: async () => {
      const { path, search } = environment
      const facts = await session.find(({ organisation }) => belongsTo(path(), search(), organisation.urlToken))
      if (facts === undefined) return false
      await openOrganisation(facts.organisation.urlToken)
      return true
    },
    loadSessionMessages: () => app.useMessages(),
    // The organisation's colours come on before its logo is waited for, so that nothing changes colour afterwards.
    preloadLogo: () => {
      const { client, settings } = store.get()
      if (client && settings) {
        themes.setOrganisation(settings, false)
        themes.setScope({ orgId: client.id })
      }
      return made.preloadLogo()
    },
  }
}
