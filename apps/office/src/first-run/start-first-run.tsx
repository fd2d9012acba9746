import { browserEnvironment } from '@sitwell/app-core/environment'
import { createCatalogue } from '@sitwell/i18n/catalogue'
import { languageOfVisitor } from '@sitwell/i18n/languages'
import { loadMessages } from '@sitwell/i18n/load-messages'
import { OfficeTextsProvider } from '@sitwell/office-ui/office-texts.tsx'
import { createRoot } from 'react-dom/client'
import type { OfficeText } from '../office-context.tsx'
import { createOffice } from '../start/create-office.ts'
import { FirstRunPage } from './first-run-page.tsx'

/** Starts the page that creates the first organisation, in the browser's language. */
export const startFirstRun = async (root: Element): Promise<void> => {
  const language = languageOfVisitor(browserEnvironment().languages())
  const names = ['visitor', 'office', 'officePeople', 'firstRun'] as const
  const sets = await Promise.all(names.map((name) => loadMessages(language.tag, name)))
  const { text } = createCatalogue(Object.assign({}, ...sets), language)
  const { app, clock } = createOffice()
  document.documentElement.lang = language.tag
  const texts = {
    // Boundary: the catalogue has the texts of these sets, and is typed by that of the player.
    text: text as OfficeText,
    language,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    now: clock.nowMs,
  }
  createRoot(root).render(
    <OfficeTextsProvider value={texts}>
      <FirstRunPage api={app.apiFor()} text={texts.text} />
    </OfficeTextsProvider>,
  )
}
