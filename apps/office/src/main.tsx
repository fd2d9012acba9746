import '@sitwell/ui/base.css'
import { appPaths } from '@sitwell/contract/app-paths'
import { startOffice } from './start/start-office.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no root')
// The first run has no organisation, whose name, colours and people all other pages begin with.
if (location.pathname === `${appPaths.office}/first-run`)
  await (await import('./first-run/start-first-run.tsx')).startFirstRun(root)
else await startOffice(root)
