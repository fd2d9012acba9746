import { fileURLToPath } from 'node:url'
import { appBuild, appPlugins } from '@sitwell/app-build/app-plugins'
import { messagesChunk } from '@sitwell/app-build/messages-plugin'
import { servedLogin } from '@sitwell/app-build/served-login-plugin'
import { serviceWorker } from '@sitwell/app-build/service-worker-plugin'
import { appPaths } from '@sitwell/contract/app-paths'
import { defineConfig } from 'vite'

/**
 * Builds the small app, by which tests in a browser show that an app on the shared packages takes a few lines. The server of those tests serves
 * it at the path of the office; nothing of it is shipped.
 */
export default defineConfig({
  root: fileURLToPath(new URL('small-app', import.meta.url)),
  base: `${appPaths.office}/`,
  plugins: [...appPlugins({ usesAllOfAria: false }), servedLogin(), serviceWorker({ appPaths: Object.values(appPaths) })],
  build: {
    ...appBuild,
    outDir: fileURLToPath(new URL('../../node_modules/.sitwell-small-app', import.meta.url)),
    emptyOutDir: true,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: (id: string) => messagesChunk(id) ?? null, debugName: 'messages' }] } },
    },
  },
})
