import { fileURLToPath } from 'node:url'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { ariaInWelsh } from './aria-in-welsh-plugin.ts'
import { messages, messagesChunk } from './messages-plugin.ts'

const root = fileURLToPath(new URL('src/app/testing/component-pages', import.meta.url))

/**
 * Builds the component pages, which tests in a browser open in place of the player. They lie beside the installed packages: nothing that is
 * shipped or weighed is looked for there.
 */
export default defineConfig({
  root,
  plugins: [
    react(),
    { ...optimizeLocales.vite({ locales: ['en-US', 'ar-AE', 'de-DE'] }), enforce: 'pre' },
    ariaInWelsh(),
    messages(),
  ],
  build: {
    target: 'es2023',
    outDir: fileURLToPath(new URL('../../node_modules/.sitwell-component-pages', import.meta.url)),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: (id: string) => messagesChunk(id) ?? null, debugName: 'messages' }] } },
    },
  },
})
