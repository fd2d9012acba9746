import { startedState } from '@sitwell/app-core/app-store'
import { keepApp } from '@sitwell/app-shell/offline/keep-app.ts'
import { appPaths } from '@sitwell/contract/app-paths'
import { useEffect } from 'react'
import { useOffice, useOfficeParts } from '../office-context.tsx'

/** Has the browser keep the office, and this tab what its pages start with, so that a page is loaded anew without a network (decision 184). */
export const useOpensOffline = (): void => {
  const { app, keptStart } = useOfficeParts()
  const { facts, language, reportError } = useOffice()
  useEffect(
    () => keepApp(navigator, { base: `${appPaths.office}/`, language }, (error) => reportError(error, 'service worker')),
    [language, reportError],
  )
  useEffect(() => {
    const held = app.store.get()
    keptStart.keep({ facts, appSettings: startedState(held).appSettings, texts: held.texts ?? new Map() })
  }, [app, keptStart, facts])
}
