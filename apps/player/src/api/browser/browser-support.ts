import type { SupportedBrowser } from '@sitwell/contract'
import type { DetectedBrowser } from './detect-browser.ts'
import { meetsRule } from './version-rule.ts'

const sameName = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

const allowsSystem = (entry: SupportedBrowser, os: string): boolean =>
  entry.os === undefined || entry.os.some((name) => sameName(name, os))

const allowsVersion = ({ include, exclude }: SupportedBrowser, version: string): boolean =>
  (include.length === 0 || include.some((rule) => meetsRule(version, rule))) &&
  !exclude.some((rule) => meetsRule(version, rule))

/**
 * Whether a browser may be used (spec 1 §5). Chrome OS and Safe Exam Browser always may; without a list everything may; else the
 * list has to name it, some include rule (or none is given) has to match its version and no exclude rule.
 */
export const isSupported = (browser: DetectedBrowser, list: readonly SupportedBrowser[]): boolean => {
  if (browser.isChromeOs || browser.isSafeExamBrowser || list.length === 0) return true
  return list.some(
    (entry) => sameName(entry.name, browser.name) && allowsSystem(entry, browser.os) && allowsVersion(entry, browser.version),
  )
}

/** The supported browsers as they are listed: the current one first, the rest alphabetically (spec 1 §2). */
export const listedBrowsers = (current: DetectedBrowser, list: readonly SupportedBrowser[]): SupportedBrowser[] =>
  list.toSorted((one, other) => {
    const [isOne, isOther] = [one, other].map((entry) => sameName(entry.name, current.name))
    if (isOne !== isOther) return isOne === true ? -1 : 1
    return (one.display ?? one.name).localeCompare(other.display ?? other.name)
  })
