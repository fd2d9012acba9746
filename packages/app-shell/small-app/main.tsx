import '@sitwell/ui/base.css'
import { plainApp } from '@sitwell/app-shell/plain-app.ts'
import { startApp } from '@sitwell/app-shell/start-app.tsx'
import { appPaths } from '@sitwell/contract/app-paths'
import { OwnSignIns } from './own-sign-ins.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no root')
await startApp(root, {
  ...plainApp({ name: 'small', path: appPaths.office, texts: ['player'] }),
  home: '/sign-ins',
  worksOffline: true,
  page: () => <OwnSignIns />,
})
