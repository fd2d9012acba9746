import { runServiceWorker } from '@sitwell/app-shell/offline/run-service-worker.ts'

// A marker's page stays open for hours, also while a new build is installed, and loads more of its own files then.
runServiceWorker({ keepsBuildBefore: true })
