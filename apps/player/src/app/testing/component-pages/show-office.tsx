import { memoryStorage } from '@sitwell/client/testing/memory-storage'
import { createCatalogue } from '@sitwell/i18n/catalogue'
import { languageOf } from '@sitwell/i18n/languages'
import { loadMessages } from '@sitwell/i18n/load-messages'
import type { OfficeMessageId } from '@sitwell/i18n/message-ids'
import { OfficeTextsProvider } from '@sitwell/office-ui/office-texts.tsx'
import { ControlsPage } from '@sitwell/office-ui/testing/controls-page.tsx'
import { FormsPage } from '@sitwell/office-ui/testing/forms-page.tsx'
import { TablePage } from '@sitwell/office-ui/testing/table-page.tsx'
import { ThemeState } from '@sitwell/themes/theme-state'
import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import type { ComponentPages } from './props.ts'

/** Gives a component what the office's app gives to its screens. */
const inOffice = async (
  { language: tag = 'en', theme, nowMs = Date.now() }: ComponentPages['officeControls'],
  shown: ReactNode,
): Promise<ReactNode> => {
  const language = languageOf(tag)
  document.documentElement.lang = language.code
  document.documentElement.dir = language.direction
  const themes = new ThemeState(memoryStorage())
  if (theme !== undefined) themes.choose(theme)
  const { text } = createCatalogue<OfficeMessageId>(await loadMessages(tag, 'office'), language)
  const texts = { text, language, timeZone: 'Europe/London', now: () => nowMs }
  return (
    <I18nProvider locale={language.code}>
      <OfficeTextsProvider value={texts}>{shown}</OfficeTextsProvider>
    </I18nProvider>
  )
}

/** Shows a list of people, with a made-up server. */
export const showTable = (props: ComponentPages['table']): Promise<ReactNode> => inOffice(props, <TablePage {...props} />)

/** Shows tabs, menu, fields, progress and side panel. */
export const showControls = (props: ComponentPages['officeControls']): Promise<ReactNode> => inOffice(props, <ControlsPage />)

/** Shows a form with dates, a dialog before an act, and a secret that is shown once. */
export const showForms = (props: ComponentPages['officeForms']): Promise<ReactNode> => inOffice(props, <FormsPage />)
