import { fileURLToPath } from 'node:url'
import { appBuild, appPlugins } from '@sitwell/app-build/app-plugins'
import { messagesChunk, setsOfPlayer } from '@sitwell/app-build/messages-plugin'
import { defineConfig } from 'vite'

const root = fileURLToPath(new URL('src/app/testing/component-pages', import.meta.url))

/**
 * Builds the component pages, which tests in a browser open instead of the player. They lie beside the installed packages: nothing that is
 * shipped or weighed is looked for there.
 */
export default defineConfig({
  root,
  plugins: appPlugins({ usesAllOfAria: true, texts: [...setsOfPlayer, 'office'] }),
  build: {
    ...appBuild,
    outDir: fileURLToPath(new URL('../../node_modules/.sitwell-component-pages', import.meta.url)),
    emptyOutDir: true,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: (id: string) => messagesChunk(id) ?? null, debugName: 'messages' }] } },
    },
  },
})
