import '@sitwell/ui/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { createPlayer } from './app/create-player.ts'
import { browserEnvironment } from './app/environment.ts'
import { watchPage } from './app/page-life.ts'
import { ThemeState } from './app/themes/theme-state.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no root')

const environment = browserEnvironment()
const themes = new ThemeState(environment.localStorage)
const player = createPlayer(environment)
watchPage(player)
createRoot(root).render(<App player={player} themes={themes} />)
