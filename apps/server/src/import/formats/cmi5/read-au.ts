import { type MoveOn, moveOns } from '@sitwell/exam/courses/cmi5/vocabulary'
import { isIri } from '@sitwell/exam/courses/xapi/values'
import type { AuthoredAu } from '../../authored-structure.ts'
import type { ManifestFiles } from '../../files/manifest-files.ts'
import { PackageRefused } from '../../files/package-files.ts'
import { attributeOf, type Element } from '../../files/xml.ts'
import { resolvePath } from '../../html/find-file.ts'
import type { AuthoredSco } from '../../imported-course.ts'
import { childText, describedIn, plainText, structureName, trimmed } from './described.ts'

/** What the server puts into an AU's address; the AU's own may have none of it. */
const launchParameters: ReadonlySet<string> = new Set(['endpoint', 'fetch', 'actor', 'registration', 'activityid'])

const isMoveOn = (text: string): text is MoveOn => moveOns.some((one) => one === text)

const moveOnOf = (element: Element, place: string): MoveOn => {
  const moveOn = trimmed(attributeOf(element, 'moveon')) ?? 'NotApplicable'
  if (!isMoveOn(moveOn)) throw new PackageRefused(place, `moveOn can not be "${moveOn}"; it is one of ${moveOns.join(', ')}.`)
  return moveOn
}

const launchMethodOf = (element: Element, place: string): AuthoredAu['launchMethod'] => {
  const launchMethod = trimmed(attributeOf(element, 'launchmethod')) ?? 'AnyWindow'
  if (launchMethod !== 'AnyWindow' && launchMethod !== 'OwnWindow')
    throw new PackageRefused(place, `launchMethod can not be "${launchMethod}"; it is AnyWindow or OwnWindow.`)
  return launchMethod
}

const masteryScoreOf = (element: Element, place: string): number | undefined => {
  const masteryScore = trimmed(attributeOf(element, 'masteryscore'))
  if (masteryScore === undefined) return undefined
  if (!/^\+?(0|1|0?\.\d+|0\.|1\.0*|0+)$/.test(masteryScore) || Number(masteryScore) > 1)
    throw new PackageRefused(place, `masteryScore can not be "${masteryScore}"; it is a number from 0 to 1.`)
  return Number(masteryScore)
}

/** Where an AU is: a page of the package, with what its address has behind it, or a page elsewhere. */
const addressOf = (element: Element, place: string, files: ManifestFiles | undefined) => {
  const url = childText(element, 'url')
  if (url === undefined) throw new PackageRefused(place, 'It has no url, so nothing can be launched.')
  const query = /\?([^#]*)/.exec(url)?.[1] ?? ''
  for (const name of new URLSearchParams(query).keys())
    if (launchParameters.has(name.toLowerCase()))
      throw new PackageRefused(place, `Its url has a parameter "${name}", which is the launch's own.`)
  if (/^[a-z][a-z\d+.-]*:/i.test(url)) {
    const parsed = URL.parse(url)
    if (!parsed || !/^https?:$/.test(parsed.protocol))
      throw new PackageRefused(place, `Its url "${url}" opens no page in a browser.`)
    return { elsewhere: parsed.href, path: '', parameters: '' }
  }
  if (!files)
    throw new PackageRefused(
      place,
      `Its url "${url}" is relative, and a course structure without a package has to name whole addresses.`,
    )
  const path = url.startsWith('/') ? undefined : resolvePath('', url)
  if (path === undefined || path === '') throw new PackageRefused(place, `Its url "${url}" leads out of the package.`)
  const found = files.find(path)
  if (found === undefined) throw new PackageRefused(place, `Its page "${path}" is not in the package.`)
  return { elsewhere: undefined, path: found, parameters: /[?#].*$/.exec(url)?.[0] ?? '' }
}

/** Reads an AU; `files` are the package's, and none of a course structure that came without one. */
export const readAu = (
  element: Element,
  files: ManifestFiles | undefined,
): { readonly au: AuthoredAu; readonly sco: AuthoredSco } => {
  const described = describedIn(element, 'au')
  const place = `${structureName} au ${described.id}`
  const { elsewhere, path, parameters } = addressOf(element, place, files)
  const masteryScore = masteryScoreOf(element, place)
  const parametersOfLaunch = childText(element, 'launchparameters')
  const entitlementKey = childText(element, 'entitlementkey')
  const activityType = trimmed(attributeOf(element, 'activitytype'))
  if (activityType !== undefined && !isIri(activityType))
    throw new PackageRefused(place, `Its activityType "${activityType}" is no IRI.`)
  return {
    au: {
      ...described,
      ...(elsewhere !== undefined && { elsewhere }),
      launchMethod: launchMethodOf(element, place),
      moveOn: moveOnOf(element, place),
      ...(masteryScore !== undefined && { masteryScore }),
      ...(parametersOfLaunch !== undefined && { launchParameters: parametersOfLaunch }),
      ...(entitlementKey !== undefined && { entitlementKey }),
      ...(activityType !== undefined && { activityType }),
    },
    sco: { identifier: described.id, title: plainText(described.title) ?? described.id, kind: 'sco', path, parameters },
  }
}
