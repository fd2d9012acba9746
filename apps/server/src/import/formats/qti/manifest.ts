import { type PackageFiles, PackageRefused } from '../../files/package-files.ts'
import { attributeOf, childrenOf, insideOf, nameOf, xmlAt } from '../../files/xml.ts'
import { resolvePath } from '../../html/find-file.ts'
import type { Loss } from '../../imported-package.ts'

/** What a package says it holds. */
export interface Manifest {
  readonly tests: readonly string[]
  readonly items: readonly string[]
  /** What is wrong with single resources, and keeps none but them from being read. */
  readonly problems: readonly { readonly place: string; readonly why: string; readonly loss: Loss }[]
}

const path = 'imsmanifest.xml'

/** Reads the manifest: each file that it names has to be inside the package; one that isn't there is a problem of its resource alone. */
export const readManifest = (files: PackageFiles): Manifest => {
  const root = xmlAt(files, path)
  if (nameOf(root) !== 'manifest') throw new PackageRefused(path, `This is no manifest but <${root.tagName}>.`)
  const resources = childrenOf(root, 'resources')[0]
  if (!resources) throw new PackageRefused(path, 'The manifest lists no resources.')
  const tests: string[] = []
  const items: string[] = []
  const problems: Manifest['problems'][number][] = []
  for (const resource of childrenOf(resources, 'resource')) {
    const place = `${path} resource ${attributeOf(resource, 'identifier') ?? ''}`.trim()
    const type = (attributeOf(resource, 'type') ?? '').toLowerCase()
    const targets = [attributeOf(resource, 'href'), ...insideOf(resource, 'file').map((file) => attributeOf(file, 'href'))]
    for (const href of targets) {
      if (href === undefined || href === '') continue
      if (/^https?:/i.test(href)) continue
      const target = resolvePath('', href)
      if (target === undefined) throw new PackageRefused(place, `"${href}" leads out of the package.`)
      const isMain = href === attributeOf(resource, 'href')
      if (!files.has(target) && !problems.some((one) => one.place === place && one.why.includes(`"${href}"`)))
        problems.push({ place, why: `The file "${href}" is missing.`, loss: isMain ? 'structure' : 'content' })
    }
    const main = resolvePath('', attributeOf(resource, 'href') ?? '')
    if (main !== undefined && !files.has(main)) continue
    if (/^imsqti_(test|assessment)_xmlv/.test(type)) tests.push(main ?? '')
    else if (/^imsqti_item_xmlv/.test(type)) items.push(main ?? '')
    else if (/^imsqti_xmlv1|qti.*v1p2/.test(type))
      problems.push({ place, why: 'This is QTI 1.2, and stands beside a later edition, which is read.', loss: 'structure' })
  }
  if (tests.includes('') || items.includes('')) throw new PackageRefused(path, 'A test or item of the manifest names no file.')
  const [first] = problems
  if (tests.length + items.length === 0 && first) throw new PackageRefused(first.place, first.why)
  if (tests.length + items.length === 0)
    throw new PackageRefused(path, 'The manifest lists no test and no item of QTI 2.1, 2.2 or 3.0.')
  return { tests, items, problems }
}

/** What a folder without a manifest holds: the XML files in it, told apart by their first element. */
export const looseFiles = (files: PackageFiles): Manifest => {
  const tests: string[] = []
  const items: string[] = []
  const problems: Manifest['problems'][number][] = []
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
