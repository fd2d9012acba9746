import type { ManifestFiles } from '../../files/manifest-files.ts'
import { PackageRefused } from '../../files/package-files.ts'
import { attributeOf, childrenOf, type Element } from '../../files/xml.ts'
import { resolvePath } from '../../html/find-file.ts'

/** The `xml:base` of an element; the parser's name of it is `base`. */
export const baseOf = (element: Element): string => attributeOf(element, 'base') ?? ''

/** A resource of a manifest, with its addresses as they stand in the package. */
export interface Resource {
  readonly identifier: string
  readonly kind: 'sco' | 'asset'
  /** Undefined if it has no page of its own. */
  readonly path: string | undefined
  readonly parameters: string
  /** Its page stands on another server. */
  readonly isElsewhere: boolean
  /** Files that it names and that aren't there. */
  readonly missing: readonly string[]
}

/** Reads a resource: `bases` are the `xml:base` of what stands around it, the outermost first. */
export const readResource = (element: Element, bases: readonly string[], files: ManifestFiles): Resource => {
  const identifier = attributeOf(element, 'identifier') ?? ''
  const place = `imsmanifest.xml resource ${identifier}`.trim()
  const base = [...bases, baseOf(element)].join('')
  const isAddress = (text: string) => /^[a-z][a-z\d+.-]*:/i.test(text)
  const isOutside = (href: string) => isAddress(href) || isAddress(base)
  const pathOf = (href: string) => {
    const path = resolvePath('', base + href)
    if (path === undefined || path === '') throw new PackageRefused(place, `"${href}" leads out of the package.`)
    return path
  }
  const missing = childrenOf(element, 'file')
    .map((one) => attributeOf(one, 'href') ?? '')
    .filter((href) => href !== '' && !isOutside(href) && files.find(pathOf(href)) === undefined)
  const href = (attributeOf(element, 'href') ?? '').trim()
  const isElsewhere = href !== '' && isOutside(href)
  const found = href === '' || isElsewhere ? undefined : (files.find(pathOf(href)) ?? pathOf(href))
  return {
    identifier,
    kind: (attributeOf(element, 'scormtype') ?? '').toLowerCase() === 'sco' ? 'sco' : 'asset',
    path: found,
    parameters: /[?#].*$/.exec(href)?.[0] ?? '',
    isElsewhere,
    missing,
  }
}
