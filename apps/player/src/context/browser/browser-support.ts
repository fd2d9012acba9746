import type { SupportedBrowser } from '@sitwell/contract'
import type { DetectedBrowser } from './detect-browser.ts'
import { isRule, meetsRule } from './version-rule.ts'

const sameName = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

const allowsSystem = (entry: SupportedBrowser, os: string): boolean =>
  entry.os === undefined || entry.os.length === 0 || entry.os.some((name) => sameName(name, os))

/** An entry's rules. `!` shuts its version out wherever it stands: `>100` beside `!119` is not 119. */
export const rulesOf = ({ include, exclude, versions = [] }: SupportedBrowser): { include: string[]; exclude: string[] } => {
  const rules = [...include, ...versions].filter(isRule)
  return {
    include: rules.filter((rule) => !rule.trim().startsWith('!')),
    exclude: [
      ...rules
        .map((rule) => rule.trim())
        .filter((rule) => rule.startsWith('!'))
        .map((rule) => rule.slice(1)),
      ...exclude.filter(isRule),
    ],
  }
}

const allowsVersion = (entry: SupportedBrowser, version: string): boolean => {
  const { include, exclude } = rulesOf(entry)
  return (
    (include.length === 0 || include.some((rule) => meetsRule(version, rule))) &&
    !exclude.some((rule) => meetsRule(version, rule))
  )
}

/** The name that the list knows this browser by: a list that doesn't tell iPhones and iPads apart means them by `safari`. */
const listedName = (browser: DetectedBrowser, list: readonly SupportedBrowser[]): string =>
  browser.name === 'ios' && !list.some((entry) => sameName(entry.name, 'ios')) ? 'safari' : browser.name

/**
 * Whether a browser may be used (spec 1 §5). Chrome OS and Safe Exam Browser always may; without a list everything may; otherwise the
 * list has to name it, some include rule (or none is given) has to match its version and no exclude rule.
 */
export const isSupported = (browser: DetectedBrowser, list: readonly SupportedBrowser[]): boolean => {
  if (browser.isChromeOs || browser.isSafeExamBrowser || list.length === 0) return true
  const name = listedName(browser, list)
  return list.some(
    (entry) => sameName(entry.name, name) && allowsSystem(entry, browser.os) && allowsVersion(entry, browser.version),
  )
}

/**
 * The supported browsers as they are listed: the current one first, the rest alphabetically (spec 1 §2). An entry may keep itself
 * out of the others, and the current one's may keep the others out.
 */
export const listedBrowsers = (current: DetectedBrowser, list: readonly SupportedBrowser[]): SupportedBrowser[] => {
  const name = listedName(current, list)
  const isCurrent = (entry: SupportedBrowser) => sameName(entry.name, name)
  const byDisplay = (one: SupportedBrowser, other: SupportedBrowser) =>
    (one.display ?? one.name).localeCompare(other.display ?? other.name)
  const own = list.filter(isCurrent)
  if (own.some(({ displayOthers }) => displayOthers === false)) return own
  const others = list.filter((entry) => !isCurrent(entry) && entry.displayInOthers !== false)
  return [...own.toSorted(byDisplay), ...others.toSorted(byDisplay)]
}

/** The entries of a list that apply to one operating system. */
export interface OfferedBrowsers {
  /** The rules of the current browser's entries; undefined if none is for this operating system. */
  readonly own: ReturnType<typeof rulesOf> | undefined
  readonly others: readonly SupportedBrowser[]
}

/**
 * Returns the browsers that a learner with an unsupported browser can use instead (spec 2 §2): other browsers on the same operating
 * system, or another version of the same browser.
 */
export const offeredBrowsers = (current: DetectedBrowser, list: readonly SupportedBrowser[]): OfferedBrowsers => {
  const name = listedName(current, list)
  const here = listedBrowsers(current, list).filter((entry) => allowsSystem(entry, current.os))
  const own = here.filter((entry) => sameName(entry.name, name)).map(rulesOf)
  return {
    own:
      own.length === 0
        ? undefined
        : { include: own.flatMap(({ include }) => include), exclude: own.flatMap(({ exclude }) => exclude) },
    others: here.filter((entry) => !sameName(entry.name, name)),
  }
}
