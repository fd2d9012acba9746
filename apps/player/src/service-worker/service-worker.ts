import { runServiceWorker } from '@sitwell/app-shell/offline/run-service-worker.ts'
import { heldBuild } from './held-build.ts'

runServiceWorker({ heldBuild: () => heldBuild(caches, () => Date.now()) })
