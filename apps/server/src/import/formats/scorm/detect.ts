import type { PackageSource } from '../../files/package-source.ts'
import { sourceXml } from '../../files/source-xml.ts'
import { attributeOf, childrenOf, type Element, insideOf } from '../../files/xml.ts'

export const manifestFile = 'imsmanifest.xml'

/** Whether a manifest is one of a course; one of QTI lists tests and items, and no organization. */
const isOfCourse = (manifest: Element): boolean => {
  const types = insideOf(manifest, 'resource').map((one) => attributeOf(one, 'type') ?? '')
  if (types.some((type) => /^imsqti/i.test(type))) return false
  return childrenOf(manifest, 'organizations').length > 0 || types.length > 0
}

export const isScorm = async (source: PackageSource): Promise<boolean> =>
  source.sizes.has(manifestFile) && isOfCourse(await sourceXml(source, manifestFile))
