import { startedState } from '@sitwell/app-core/app-store'
import type { SessionApp } from '@sitwell/app-core/create-session'
import type { OrganisationSettings } from '@sitwell/app-core/organisation-settings'

/** What every sign-in says of who tries and from where: by the form, and by the proctoring provider. */
export const signInBody = <Settings extends OrganisationSettings>(
  { environment, store }: Pick<SessionApp<Settings>, 'environment' | 'store'>,
  username: string,
  password: string,
) => {
  const { appSettings, client } = startedState(store.get())
  return {
    grant_type: 'password' as const,
    client_id: appSettings.clientId,
    client_secret: appSettings.clientSecret,
    username,
    password,
    orgId: client.id,
    screenRes: environment.screenText(),
    userAgent: environment.userAgent.slice(0, 1000),
  }
}
