/** What the engines, systems and devices write into everyone's user agent; none of it names a browser. */
const commonProducts =
  /^(mozilla|applewebkit|khtml|gecko|chrome|headlesschrome|chromium|crmo|crios|fxios|version|mobile|safari|firefox[-\d.]*|iceweasel|build|seb\w*|safeexambrowser|linux|ubuntu|debian|raspbian|fedora|suse|centos|mandriva|roku|firephp|gtb\d*|u2)$/i

/** Apps that call themselves by a short name. */
const spokenNames: Readonly<Record<string, string>> = {
  fban: 'Facebook',
  fbav: 'Facebook',
  fb_iab: 'Facebook',
  gsa: 'Google app',
  line: 'LINE',
  ddg: 'DuckDuckGo',
}

const comments = /\([^()]*(?:\([^()]*\)[^()]*)*\)/g
const product = /([a-z][\w.+-]*)\/([\d.]*)/gi
/** Its versions are behind a space. */
const instagram = /\b(Instagram) ([\d.]+)/

export interface Product {
  readonly display: string
  readonly version: string
}

/**
 * The product of a user agent that is neither engine nor system: an app that shows pages inside itself, or a browser that is
 * built on another's. `Chrome/118 Safari/537 Brave/117` is Brave. `from` is where to start looking: whatever an old
 * distribution wrote before `Firefox/` is no browser.
 */
export const foreignProduct = (userAgent: string, from = 0): Product | undefined => {
  const text = userAgent.slice(from)
  const inApp = instagram.exec(text)
  if (inApp !== null) return { display: inApp[1] ?? '', version: inApp[2] ?? '' }
  for (const [, name = '', version = ''] of text.replaceAll(comments, ' ').matchAll(product)) {
    if (!commonProducts.test(name)) return { display: spokenNames[name.toLowerCase()] ?? name, version }
  }
  return undefined
}
