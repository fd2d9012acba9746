import { fileURLToPath } from 'node:url'
import { appBuild, appPlugins } from '@sitwell/app-build/app-plugins'
import { messagesChunk, setsOfPlayer } from '@sitwell/app-build/messages-plugin'
import { appPaths } from '@sitwell/contract/app-paths'
import { defineConfig, type Plugin } from 'vite'

const fileAt = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** What the preview has instead of modules of the player and its packages: everything by which something would outlive the frame (decision 150). */
const inPlaceOf = new Map(
  [
    ['packages/client/src/held-storage.ts', 'held-in-memory.ts'],
    ['packages/client/src/send-on-leaving.ts', 'nothing-on-leaving.ts'],
    ['packages/storage/src/indexed-db-store.ts', 'database-in-memory.ts'],
    ['apps/player/src/exam/screens/preload/later-outro.tsx', 'later-end.tsx'],
  ].map(([from = '', to = '']) => [fileAt(from), fileAt(`apps/player/src/app/preview/${to}`)]),
)

const replaced = (): Plugin => {
  const found = new Set<string>()
  return {
    name: 'sitwell-preview',
    enforce: 'pre',
    load(id) {
      const to = inPlaceOf.get(id)
      if (to === undefined) return null
      found.add(id)
      return `export * from ${JSON.stringify(to)}`
    },
    buildEnd(error) {
      const missing = [...inPlaceOf.keys()].filter((id) => !found.has(id))
      // A module that was renamed would keep answers in the browser again.
      if (error === undefined && missing.length > 0) throw new Error(`The preview doesn't replace ${missing.join(', ')}`)
    },
  }
}

/** The player as the office shows it in a frame: built by itself, so that nothing of it is on a learner's way to the first question. */
export default defineConfig({
  root: fileURLToPath(new URL('src/app/preview', import.meta.url)),
  base: `${appPaths.preview}/`,
  // What documents need besides code is served by the player, at addresses that the viewer makes itself.
  plugins: [replaced(), ...appPlugins({ usesAllOfAria: true, texts: [...setsOfPlayer, 'preview'] })],
  build: {
    ...appBuild,
    outDir: fileURLToPath(new URL('preview/dist', import.meta.url)),
    emptyOutDir: true,
    sourcemap: true,
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: (id: string) => messagesChunk(id) ?? null, debugName: 'messages' }] } },
    },
  },
})
