import type { SessionApp } from '@sitwell/app-core/create-session'
import type { Environment } from '@sitwell/app-core/environment'
import { chosenLanguage } from '@sitwell/app-core/language-memory'
import { isLoginAddress } from '@sitwell/app-core/login-address'
import type { OrganisationSettings } from '@sitwell/app-core/organisation-settings'
import { type Language, languageById, languageOfVisitor, offeredLanguages } from '@sitwell/i18n/languages'

/**
 * The language of the screens before anything is loaded: that of whoever is signed in here, otherwise the one that the organisation
 * last used here speaks, otherwise the browser's own. So the page seldom changes its language, or its direction, while it starts.
 */
export const startUpLanguage = <Settings extends OrganisationSettings>({
  session,
  lastClient,
  environment,
}: SessionApp<Settings, object, Environment>): Language => {
  const user = isLoginAddress(environment.path()) ? undefined : session.user.get()
  const client = session.client.get()
  if (user !== undefined && client !== undefined) {
    const scope = { orgId: client.id, userGuid: user.guid }
    const chosen = chosenLanguage(environment.localStorage, scope, offeredLanguages(session.settings.get()?.languages))
    if (chosen !== undefined) return chosen
  }
  const known = user?.languageId ?? lastClient.get()?.languageId
  return known === undefined ? languageOfVisitor(environment.languages()) : languageById(known)
}
