import { glob, readFile } from 'node:fs/promises'
import type { Finding } from './run-tool.ts'

/** The stores of a browser, and the one module that names each: everybody else goes through it. */
const stores: readonly { readonly name: string; readonly pattern: RegExp; readonly modules: readonly string[] }[] = [
  {
    name: 'localStorage and sessionStorage',
    pattern: /(?<![.\w'"`])(?:(?:window|globalThis|self)\.)?(?:localStorage|sessionStorage)\b(?!['"`]|\??:)/,
    modules: ['packages/client/src/held-storage.ts'],
  },
  {
    name: 'IndexedDB',
    pattern: /(?<![.\w'"`])indexedDB\b|\b(?:window|globalThis|self)\.indexedDB\b|from 'idb'/,
    modules: ['packages/storage/src/has-database.ts', 'packages/storage/src/indexed-db-store.ts'],
  },
  {
    name: 'Cache Storage',
    pattern: /(?<![.\w'"`])caches\.\w|\b(?:window|globalThis|self)\.caches\b/,
    modules: [
      'packages/app-shell/src/offline/offline-pages.ts',
      'apps/player/src/app/hold-build.ts',
      'apps/player/src/service-worker/held-build.ts',
    ],
  },
  { name: 'cookies', pattern: /\bdocument\.cookie\b|\bcookieStore\b/, modules: ['packages/app-core/src/cookie.ts'] },
  {
    name: 'channels between tabs',
    pattern: /\bnew BroadcastChannel\(/,
    modules: ['packages/app-core/src/open-channel.ts'],
  },
  // Over plain http browsers have none: who asks here has others there.
  { name: 'locks between tabs', pattern: /\bnavigator\.locks\b/, modules: ['apps/player/src/context/browser/tab-locks.ts'] },
]

/** As many lines as before, without comments. */
const withoutComments = (source: string): string =>
  source.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' ')).replace(/(^|\s)\/\/.*/gm, '$1')

/** Where a source names a store that has its own module: `file:line` and which module, a line each. */
export const storesNamedIn = (source: string, file: string): string[] =>
  withoutComments(source)
    .split('\n')
    .flatMap((line, at) =>
      stores
        .filter(({ pattern, modules }) => !modules.includes(file) && pattern.test(line))
        .map(
          ({ name, modules }) =>
            `${file}:${at + 1} names ${name}, which may be blocked, full or throw: use ${modules[0]}, which survives that`,
        ),
    )

/** Each store of the browser is named in one module, which survives what a browser does with it and reads nothing while it loads. */
export const checkStores = async (): Promise<Finding> => {
  const found: string[] = []
  let count = 0
  for await (const path of glob(['apps/{player,office}/src/**/*.{ts,tsx}', 'packages/*/src/**/*.{ts,tsx}'])) {
    if (/\.(test|spec)\.tsx?$|\/testing\//.test(path)) continue
    count += 1
    found.push(...storesNamedIn(await readFile(path, 'utf8'), path))
  }
  return found.length === 0 ? { ok: true, detail: `${count} files` } : { ok: false, detail: found.sort().join('\n') }
}
