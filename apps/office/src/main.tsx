import '@sitwell/ui/base.css'
import { startOffice } from './start/start-office.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no root')
await startOffice(root)
