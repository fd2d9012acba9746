import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
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

/** The service worker of an app that needs nothing beside its files. */
const common = fileURLToPath(new URL('../../app-shell/src/offline/service-worker.ts', import.meta.url))

interface ServiceWorkerBuild {
  /** The paths of all apps on the site, without a slash at the end. */
  readonly appPaths: readonly string[]
  /** Paths of calls below the app's path, without a slash at the end: what a browser opens there, such as a file, is no page of the app. */
  readonly callPaths?: readonly string[]
  /** The file of a service worker that does more than keep the app's files; below the root of the build. */
  readonly source?: string
}

/** The paths of apps that are below an app's own path. */
const appsBelow = (base: string, appPaths: readonly string[]) =>
  appPaths.filter((path) => path !== base && path.startsWith(base))

/**
 * Builds an app's service worker beside its page, and tells it the app's path, which is the `base` of the build, its files, and the paths of
 * other apps below that. The app registers it with `keepApp` of `packages/app-shell` (decision 158).
 */
export const serviceWorker = ({ appPaths, callPaths = [], source = common }: ServiceWorkerBuild): Plugin => {
  let base = '/'
  return {
    name: 'sitwell-service-worker',
    apply: 'build',
    configResolved(config) {
      base = config.base
    },
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
          names.filter((name) => messagesOf.test(name)).map((name) => `${base}${name}`),
          (address) => messagesOf.exec(address.slice(base.length))?.[1] ?? '',
        )
        const main = Object.values(bundle).find((part) => part.type === 'chunk' && part.isEntry && part.fileName !== fileName)
        const worker = bundle[fileName]
        if (worker?.type !== 'chunk' || main === undefined) throw new Error('The build has no service worker, or no app')
        const version = createHash('sha256').update(names.sort().join('\n')).digest('hex').slice(0, 16)
        const addresses = { script: `${base}${main.fileName}`, files: files.map((name) => `${base}${name}`), messages }
        const build = { base, version, ...addresses, otherApps: [...appsBelow(base, appPaths), ...callPaths] }
        worker.code = worker.code.replace(/\b__BUILD__\b/g, () => JSON.stringify(build))
      },
    },
  }
}
