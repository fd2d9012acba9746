import { fileURLToPath } from 'node:url'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { ariaInWelsh } from './aria-in-welsh-plugin.ts'
import { messages, messagesChunk } from './messages-plugin.ts'
import { pdfFiles } from './pdf-files-plugin.ts'
import { serviceWorker } from './service-worker-plugin.ts'

const entry = fileURLToPath(new URL('src/main.tsx', import.meta.url))

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

/** It names every call there is; those that the entry doesn't use belong with the screens that do. */
const listOfCalls = '/packages/contract/src/index.ts'

/** The modules that load before anything can be shown: what the entry imports, and what that imports in turn. */
const walkFromEntry = (graph: ModuleGraph): Set<string> => {
  const found = new Set<string>()
  const waiting = [entry]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    if (!id.endsWith(listOfCalls)) waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}

/** Names the chunk of such modules; walks once. */
const nameFirst = () => {
  let first: Set<string> | undefined
  return (id: string, graph: ModuleGraph) => {
    first ??= walkFromEntry(graph)
    return first.has(id) ? 'first' : null
  }
}

/** The player is built to `dist`, which the server serves; `vite` alone is enough to work on a screen's look. */
export default defineConfig({
  plugins: [
    react(),
    // React Aria brings its own strings in 34 languages, and not in Welsh.
    { ...optimizeLocales.vite({ locales: ['en-US', 'ar-AE', 'de-DE'] }), enforce: 'pre' },
    ariaInWelsh(),
    messages(),
    pdfFiles(),
    serviceWorker('src/service-worker/service-worker.ts'),
  ],
  build: {
    target: 'es2023',
    sourcemap: true,
    // A font inlined as base64 would be loaded by everyone, whatever script they read.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // In one file: it presses better than in the many that lazily loaded screens would cut it into.
            { name: nameFirst(), debugName: 'first' },
            // Each language by itself.
            { name: (id: string) => messagesChunk(id) ?? null, debugName: 'messages' },
          ],
        },
      },
    },
  },
})
