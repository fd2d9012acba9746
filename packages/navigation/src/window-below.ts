import type { HistoryWindow } from './page-history.ts'

/** A window whose pages all lie below a path of the site, such as `/office`: addresses are read and written without it. */
export const windowBelow = (window: HistoryWindow, appPath: string): HistoryWindow => {
  const { history, location } = window
  const onSite = (url: string): string => {
    const { pathname, search, hash } = new URL(url, location.origin)
    return `${location.origin}${appPath}${pathname}${search}${hash}`
  }
  const write =
    (how: 'pushState' | 'replaceState'): History['pushState'] =>
    (state, unused, url) =>
      history[how](state, unused, url === undefined || url === null ? url : onSite(String(url)))
  return {
    location: {
      get origin() {
        return location.origin
      },
      get pathname() {
        const path = location.pathname
        if (path === appPath) return '/'
        return path.startsWith(`${appPath}/`) ? path.slice(appPath.length) : path
      },
      get search() {
        return location.search
      },
      get hash() {
        return location.hash
      },
    },
    history: {
      get state(): unknown {
        return history.state
      },
      pushState: write('pushState'),
      replaceState: write('replaceState'),
      go: (distance) => history.go(distance),
    },
    addEventListener: (type, listener) => window.addEventListener(type, listener),
    removeEventListener: (type, listener) => window.removeEventListener(type, listener),
  }
}
