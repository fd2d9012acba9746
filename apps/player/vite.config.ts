import { fileURLToPath } from 'node:url'
import { appBuild, appPlugins, fileNames } from '@sitwell/app-build/app-plugins'
import { messagesChunk } from '@sitwell/app-build/messages-plugin'
import { servedLogin } from '@sitwell/app-build/served-login-plugin'
import { serviceWorker } from '@sitwell/app-build/service-worker-plugin'
import { appPaths } from '@sitwell/contract/app-paths'
import { defineConfig } from 'vite'
import { pdfFiles } from './pdf-files-plugin.ts'
import { wayToFirstQuestion } from './way-to-first-question.ts'

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

/** It names every call there is; those that a chunk doesn't use belong with the screens that do. */
const listOfCalls = '/packages/contract/src/index.ts'

/** What a file that only passes parts of React Aria on is named after; it names others beside, which would come along unused. */
const passedOn = /\/react-aria-components\/dist\/exports\/(\w+)\.mjs$/

const importsOf = (id: string, graph: ModuleGraph): readonly string[] => {
  const imported = id.endsWith(listOfCalls) ? [] : (graph.getModuleInfo(id)?.importedIds ?? [])
  const [, name] = passedOn.exec(id) ?? []
  const own = imported.filter((one) => one.endsWith(`/private/${name}.mjs`))
  return own.length > 0 ? own : imported
}

/** The modules that the given ones import, and what those import in turn. */
const walkFrom = (entries: readonly string[], graph: ModuleGraph): Set<string> => {
  const found = new Set<string>()
  const waiting = entries.map((path) => fileURLToPath(new URL(`../../${path}`, import.meta.url)))
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    waiting.push(...importsOf(id, graph))
  }
  return found
}

/** Names the chunk of the modules that one stage of the way needs; walks once. */
const nameStage = (name: string, entries: readonly string[]) => {
  let modules: Set<string> | undefined
  return (id: string, graph: ModuleGraph) => {
    modules ??= walkFrom(entries, graph)
    return modules.has(id) ? name : null
  }
}

const stages = Object.entries(wayToFirstQuestion)

/** The player is built to `dist`, which the server serves; `vite` alone is enough to work on a screen's look. */
export default defineConfig({
  plugins: [
    ...appPlugins({ usesAllOfAria: true }),
    pdfFiles(),
    servedLogin(),
    serviceWorker({ appPaths: Object.values(appPaths), source: 'src/service-worker/service-worker.ts' }),
  ],
  build: {
    ...appBuild,
    sourcemap: true,
    // The reader of PDFs is one file that is loaded with the first PDF; what everybody loads has its own bounds (`script/check`).
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      // The stages say which chunk a module is in, also one that some screens load by need and others import.
      checks: { ineffectiveDynamicImport: false },
      output: {
        ...fileNames,
        codeSplitting: {
          groups: [
            // One file each: they press better than the many that lazily loaded screens would cut them into.
            ...stages.map(([name, entries], index) => ({
              name: nameStage(name, entries),
              debugName: name,
              // What several stages need is in the first of them.
              priority: stages.length - index,
            })),
            // Each language by itself.
            { name: (id: string) => messagesChunk(id) ?? null, debugName: 'messages' },
          ],
        },
      },
    },
  },
})
