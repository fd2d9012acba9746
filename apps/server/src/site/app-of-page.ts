/** An app, and its path on the site: `/`, or a path without a slash at its end. */
export interface SiteApp {
  readonly path: string
}

/** An address that opens a page of an app. */
export interface AppPage<App extends SiteApp> {
  readonly app: App
  /** The path and query below the app's path: `/people?page=2` for `/office/people?page=2`. */
  readonly below: string
}

/** First segments of paths that never name a page, of the app at `/`: its files, the calls and the addresses that machines ask. */
const noPagesAtRoot: ReadonlySet<string> = new Set([
  'security',
  'messages',
  'assessment',
  'formrun',
  'lms',
  'files',
  'print',
  'dashboard',
  'proctor',
  'error',
  'resource',
  'assets',
  'livez',
  'readyz',
  'metrics',
])

/** The same of the other apps, below their own paths. */
const noPagesBelow: ReadonlySet<string> = new Set(['api', 'assets'])

/**
 * The page that a request opens: of the app whose path its address is or is below, otherwise of the app at `/`. Undefined for a request
 * of a call or a file, where an unknown address is an error and no page.
 */
export const appOfPage = <App extends SiteApp>(
  { method, url }: { readonly method: string; readonly url: string },
  apps: readonly App[],
): AppPage<App> | undefined => {
  const [pathname = ''] = url.split('?')
  const own = apps.find(({ path }) => path !== '/' && `${pathname}/`.startsWith(`${path}/`))
  const app = own ?? apps.find(({ path }) => path === '/')
  if (method !== 'GET' || app === undefined) return undefined
  const below = own === undefined ? url : `/${url.slice(own.path.length).replace(/^\//, '')}`
  const noPages = own === undefined ? noPagesAtRoot : noPagesBelow
  return noPages.has(below.split(/[/?]/)[1] ?? '') ? undefined : { app, below }
}
