import type { Environment } from './environment.ts'

/**
 * The environment of an app that has its own path on the site (`appPaths` of the contract): what it reads and says of addresses is below
 * that path, so that no page of the app has to know it. `/office/login` is `/login` there.
 */
export const environmentBelow = (environment: Environment, appPath: string): Environment => {
  const below = (path: string): string => {
    if (path === appPath) return '/'
    return path.startsWith(`${appPath}/`) ? path.slice(appPath.length) : path
  }
  // An address with an origin is of another site.
  const onSite = (address: string): string => (address.startsWith('/') ? `${appPath}${address}` : address)
  return {
    ...environment,
    path: () => below(environment.path()),
    href: () => `${environment.origin}${below(environment.path())}${environment.search()}`,
    showAddress: (address, how) => environment.showAddress(onSite(address), how),
    leaveTo: (address) => environment.leaveTo(onSite(address)),
    onHistory: (listener) => environment.onHistory((from, to) => listener(below(from), below(to))),
    onLeave: (listener) => environment.onLeave((path) => listener(below(path))),
  }
}
