import { appBuild, appPlugins, fileNames } from '@sitwell/app-build/app-plugins'
import { messagesChunk, setsOfOffice } from '@sitwell/app-build/messages-plugin'
import { serviceWorker } from '@sitwell/app-build/service-worker-plugin'
import { appPaths } from '@sitwell/contract/app-paths'
import { defineConfig } from 'vite'

/** The office is built to `dist`, which the server serves below `/office`. */
export default defineConfig({
  base: `${appPaths.office}/`,
  plugins: [
    ...appPlugins({ usesAllOfAria: false, texts: setsOfOffice }),
    serviceWorker({
      appPaths: Object.values(appPaths),
      callPaths: [`${appPaths.office}/api`],
      source: 'src/service-worker/service-worker.ts',
    }),
  ],
  build: {
    ...appBuild,
    sourcemap: true,
    // The reader of PDFs is one file that is loaded with the first PDF.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        ...fileNames,
        codeSplitting: { groups: [{ name: (id: string) => messagesChunk(id) ?? null, debugName: 'messages' }] },
      },
    },
  },
})
