import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

const fileName = 'service-worker.js'
const cachedAhead = /\.(m?js|css|svg)$|latin-wght-normal.*\.woff2$/
/** Kept once somebody has needed them: fonts of other scripts, what few PDFs need, and what only older browsers take. */
const rarelyNeeded = /(latin-ext|vietnamese).*\.woff2$|\/pdfjs-[\d.]+\//
/**
 * The texts of one language: kept ahead are those of the language that is spoken here. What shows before the sign-in is small, and kept in
 * every language: a page that opens without a network knows whose it is only after its first words.
 */
const messagesOf = /^assets\/messages-(\w+)-(?!visitor-)\w+-[\w-]+\.js$/
const ofOlderBrowsers = '/pdfjs-dist/legacy/'

/** Builds the service worker beside the player, and gives it the player's files and the paths of the other apps on the site. */
export const serviceWorker = (source: string, otherApps: readonly string[]): Plugin => ({
  name: 'sitwell-service-worker',
  apply: 'build',
  buildStart() {
    this.emitFile({ type: 'chunk', id: source, fileName })
  },
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const names = Object.keys(bundle).filter((name) => name.startsWith('assets/'))
      const isOlder = (name: string) => {
        const part = bundle[name]
        const sources = part?.type === 'chunk' ? part.moduleIds : (part?.originalFileNames ?? [])
        return sources.some((source) => `/${source}`.includes(ofOlderBrowsers))
      }
      const isRetained = (name: string) =>
        cachedAhead.test(name) && !rarelyNeeded.test(name) && !messagesOf.test(name) && !isOlder(name)
      const files = names.filter(isRetained).sort()
      const messages = Object.groupBy(
        names.filter((name) => messagesOf.test(name)).map((name) => `/${name}`),
        (name) => messagesOf.exec(name.slice(1))?.[1] ?? '',
      )
      const main = Object.values(bundle).find((part) => part.type === 'chunk' && part.isEntry && part.fileName !== fileName)
      const worker = bundle[fileName]
      if (worker?.type !== 'chunk' || main === undefined) throw new Error('The build has no service worker, or no player')
      const version = createHash('sha256').update(names.sort().join('\n')).digest('hex').slice(0, 16)
      const build = { version, script: `/${main.fileName}`, files: files.map((name) => `/${name}`), messages, otherApps }
      worker.code = worker.code.replace(/\b__BUILD__\b/g, () => JSON.stringify(build))
    },
  },
})
