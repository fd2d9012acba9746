import { type PackageFiles, PackageRefused } from '../../files/package-files.ts'
import { attributeOf, childrenOf, insideOf, nameOf, xmlAt } from '../../files/xml.ts'
import { resolvePath } from '../../html/find-file.ts'

/** What a package says it holds. */
export interface Manifest {
  readonly tests: readonly string[]
  readonly items: readonly string[]
}

const path = 'imsmanifest.xml'

/** Reads the manifest: each file that it names has to be there, and inside the package. */
export const readManifest = (files: PackageFiles): Manifest => {
  const root = xmlAt(files, path)
  if (nameOf(root) !== 'manifest') throw new PackageRefused(path, `This is no manifest but <${root.tagName}>.`)
  const resources = childrenOf(root, 'resources')[0]
  if (!resources) throw new PackageRefused(path, 'The manifest lists no resources.')
  const tests: string[] = []
  const items: string[] = []
  for (const resource of childrenOf(resources, 'resource')) {
    const place = `${path} resource ${attributeOf(resource, 'identifier') ?? ''}`.trim()
    const type = (attributeOf(resource, 'type') ?? '').toLowerCase()
    const targets = [attributeOf(resource, 'href'), ...insideOf(resource, 'file').map((file) => attributeOf(file, 'href'))]
    for (const href of targets) {
      if (href === undefined || href === '') continue
      if (/^https?:/i.test(href)) continue
      const target = resolvePath('', href)
      if (target === undefined) throw new PackageRefused(place, `"${href}" leads out of the package.`)
      if (!files.has(target)) throw new PackageRefused(place, `The file "${href}" is missing.`)
    }
    const main = resolvePath('', attributeOf(resource, 'href') ?? '')
    if (/^imsqti_(test|assessment)_xmlv/.test(type)) tests.push(main ?? '')
    else if (/^imsqti_item_xmlv/.test(type)) items.push(main ?? '')
    else if (/^imsqti_xmlv1|qti.*v1p2/.test(type))
      throw new PackageRefused(place, 'This is QTI 1.2; packages of QTI 2.1, 2.2 and 3.0 are read.')
  }
  if (tests.includes('') || items.includes('')) throw new PackageRefused(path, 'A test or item of the manifest names no file.')
  if (tests.length + items.length === 0)
    throw new PackageRefused(path, 'The manifest lists no test and no item of QTI 2.1, 2.2 or 3.0.')
  return { tests, items }
}

/** What a folder without a manifest holds: the XML files in it, told apart by their first element. */
export const looseFiles = (files: PackageFiles): Manifest => {
  const tests: string[] = []
  const items: string[] = []
  for (const file of files.keys()) {
    if (!/\.xml$/i.test(file)) continue
    const name = nameOf(xmlAt(files, file))
    if (name === 'assessmenttest') tests.push(file)
    if (name === 'assessmentitem') items.push(file)
  }
  return { tests, items }
}
