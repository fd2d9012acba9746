import { type PackageFiles, PackageRefused } from '../../files/package-files.ts'
import { attributeOf, childrenOf, type Element, insideOf, nameOf, xmlAt } from '../../files/xml.ts'
import { resolvePath } from '../../html/find-file.ts'
import type { Loss } from '../../imported-package.ts'

/** What a package says it holds. */
export interface Manifest {
  readonly tests: readonly string[]
  readonly items: readonly string[]
  /** The problems with single resources, and keeps none but them from being read. */
  readonly problems: readonly { readonly place: string; readonly why: string; readonly loss: Loss }[]
}

const path = 'imsmanifest.xml'

type Problem = Manifest['problems'][number]

const resourcesOf = (files: PackageFiles): Element[] => {
  const root = xmlAt(files, path)
  if (nameOf(root) !== 'manifest') throw new PackageRefused(path, `This is no manifest but <${root.tagName}>.`)
  const resources = childrenOf(root, 'resources')[0]
  if (!resources) throw new PackageRefused(path, 'The manifest lists no resources.')
  return childrenOf(resources, 'resource')
}

/** The files that a resource names and the package doesn't have. */
const missingOf = (files: PackageFiles, resource: Element, place: string): string[] => {
  const named = [resource, ...insideOf(resource, 'file')].map((one) => attributeOf(one, 'href') ?? '')
  return named.filter((href) => {
    if (href === '' || /^https?:/i.test(href)) return false
    const target = resolvePath('', href)
    if (target === undefined) throw new PackageRefused(place, `"${href}" leads out of the package.`)
    return !files.has(target)
  })
}

/** Notes those files, each once. */
const noteMissing = (files: PackageFiles, resource: Element, place: string, problems: Problem[]) => {
  for (const href of missingOf(files, resource, place)) {
    if (problems.some((one) => one.place === place && one.why.includes(`"${href}"`))) continue
    const isMain = href === attributeOf(resource, 'href')
    problems.push({ place, why: `The file "${href}" is missing.`, loss: isMain ? 'structure' : 'content' })
  }
}

const kindOf = (resource: Element): 'test' | 'item' | 'QTI 1.2' | undefined => {
  const type = (attributeOf(resource, 'type') ?? '').toLowerCase()
  if (/^imsqti_(test|assessment)_xmlv/.test(type)) return 'test'
  if (/^imsqti_item_xmlv/.test(type)) return 'item'
  const qti = type.indexOf('qti')
  return type.startsWith('imsqti_xmlv1') || (qti >= 0 && type.includes('v1p2', qti)) ? 'QTI 1.2' : undefined
}

const refuseUnreadable = ({ tests, items, problems: [first] }: Manifest) => {
  if (tests.includes('') || items.includes('')) throw new PackageRefused(path, 'A test or item of the manifest names no file.')
  if (tests.length + items.length > 0) return
  if (first) throw new PackageRefused(first.place, first.why)
  throw new PackageRefused(path, 'The manifest lists no test and no item of QTI 2.1, 2.2 or 3.0.')
}

/** Reads the manifest: each file that it names has to be inside the package; one that isn't there is a problem of its resource alone. */
export const readManifest = (files: PackageFiles): Manifest => {
  const tests: string[] = []
  const items: string[] = []
  const problems: Problem[] = []
  for (const resource of resourcesOf(files)) {
    const place = `${path} resource ${attributeOf(resource, 'identifier') ?? ''}`.trim()
    noteMissing(files, resource, place, problems)
    const main = resolvePath('', attributeOf(resource, 'href') ?? '')
    if (main !== undefined && !files.has(main)) continue
    const kind = kindOf(resource)
    if (kind === 'test') tests.push(main ?? '')
    if (kind === 'item') items.push(main ?? '')
    if (kind === 'QTI 1.2')
      problems.push({ place, why: 'This is QTI 1.2, and stands beside a later edition, which is read.', loss: 'structure' })
  }
  const manifest = { tests, items, problems }
  refuseUnreadable(manifest)
  return manifest
}

/** What a folder without a manifest holds: the XML files in it, distinguished by their first element. */
export const looseFiles = (files: PackageFiles): Manifest => {
  const tests: string[] = []
  const items: string[] = []
  const problems: Problem[] = []
  for (const file of files.keys()) {
    if (!/\.xml$/i.test(file)) continue
    let name: string
    try {
      name = nameOf(xmlAt(files, file))
    } catch (error) {
      if (!(error instanceof PackageRefused)) throw error
      problems.push({ place: error.place, why: error.message, loss: 'structure' })
      continue
    }
    if (name === 'assessmenttest') tests.push(file)
    if (name === 'assessmentitem') items.push(file)
  }
  return { tests, items, problems }
}
