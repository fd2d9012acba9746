import '@sitwell/ui/base.css'
import { loadFirstWords } from '@sitwell/app-shell/start-up/start-up-words.ts'
import { languageById } from '@sitwell/i18n/languages'
import { ThemeState } from '@sitwell/themes/theme-state'
import { createRoot } from 'react-dom/client'
import { createPreview } from './create-preview.ts'
import { officeAround } from './office-around.ts'
import { PreviewApp } from './preview-app.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no root')

const office = officeAround(window)
// By itself the address shows nothing: a preview is opened from the library of the office.
if (office === undefined) location.replace('/office')
else {
  const started = await office.start()
  const preview = createPreview(started, office)
  const themes = new ThemeState(preview.environment.localStorage)
  preview.environment.onUncaught((error) => preview.reportError(error, 'uncaught'))
  const first = await loadFirstWords(languageById(started.languageId), preview.environment.wait)
  createRoot(root).render(<PreviewApp preview={preview} themes={themes} first={first} />)
}
