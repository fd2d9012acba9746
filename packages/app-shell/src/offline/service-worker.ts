import { runServiceWorker } from './run-service-worker.ts'

// The service worker of an app that needs nothing beside its files; one that holds builds has its own file instead of this.
runServiceWorker()
