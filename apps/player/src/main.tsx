import '@sitwell/ui/base.css'
import { watchPage } from '@sitwell/app-shell/page-life.ts'
import { startUpLanguage } from '@sitwell/app-shell/start-up/start-up-language.ts'
import { loadFirstWords } from '@sitwell/app-shell/start-up/start-up-words.ts'
import { ThemeState } from '@sitwell/themes/theme-state'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { createPlayer } from './app/create-player.ts'
import { playerEnvironment } from './app/environment.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no root')

const environment = playerEnvironment()
const themes = new ThemeState(environment.localStorage)
const player = createPlayer(environment)
watchPage(player)
// Until these words are here, the page shows the ones that it was served with.
loadFirstWords(startUpLanguage(player), environment.wait).then(
  (first) => createRoot(root).render(<App player={player} themes={themes} first={first} />),
  player.reportError,
)
