import { createStartUpSteps } from '@sitwell/app-shell/start-up/create-start-up-steps.ts'
import { LastingProblem, type StartUpSteps } from '@sitwell/app-shell/start-up/start-up.machine.ts'
import { loadSettingsByName } from '../../context/settings/settings-by-name.ts'
import { settingsFromInit } from '../../context/settings/settings-from-init.ts'
import type { Preview } from './create-preview.ts'

/** What of an organisation's settings is about sittings, and has nobody to watch or to ask in a preview. */
const withoutSupervision = {
  proctoringMode: 0,
  proctoringActive: false,
  previewMode: true,
  supportedBrowsers: [],
  integrityAdvocateAppId: '',
  // The page of the office may be left at any time: nothing is lost.
  warnOnBrowserClose: '0',
}

/** The steps of the player's start, for somebody whom the office has let in: nobody signs in, and no session of this browser is looked at. */
export const previewSteps = (preview: Preview): StartUpSteps => {
  const { environment, store, started, user } = preview
  const made = createStartUpSteps(preview, {
    settingsFromInit,
    namedAddress: () => `${environment.origin}/login?${encodeURIComponent(started.urlToken)}`,
  })
  return {
    ...made,
    isLoginAddress: () => false,
    restoreSession: async () => false,
    initialiseLoginAddress: async () => {
      const { api, client, settings, appSettings } = store.get()
      if (!api || !client || !settings || !appSettings) throw new Error('The organisation comes first')
      const named = await loadSettingsByName(api, client.id, appSettings.productName)
      if (!named.ok && named.kind === 'refused') throw new LastingProblem(named.message)
      if (!named.ok) throw new Error(named.message)
      preview.setClient(client, { ...settings, ...named.settings, ...withoutSupervision })
    },
    loadGeneralMessages: async () => {
      await preview.useMessages(user)
      const { client } = store.get()
      if (client) store.change({ session: { user, client } })
    },
  }
}
