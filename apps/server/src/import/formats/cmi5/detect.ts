import { PackageRefused } from '../../files/package-files.ts'
import type { PackageSource } from '../../files/package-source.ts'
import { sourceXml } from '../../files/source-xml.ts'
import { structureName } from './described.ts'
import { isStructure } from './read-structure.ts'

/** Whether a file by itself is a structure. One that can't be read may be questions, whose reader reports why it can't. */
const isStructureAlone = async (source: PackageSource): Promise<boolean> => {
  try {
    return isStructure(await sourceXml(source, structureName))
  } catch (error) {
    if (error instanceof PackageRefused) return false
    throw error
  }
}

/** A package is known by its course structure, unless a manifest says what it is; an XML file by itself has to be a structure. */
export const isCmi5 = async (source: PackageSource): Promise<boolean> =>
  source.sizes.has(structureName) &&
  !source.sizes.has('imsmanifest.xml') &&
  (source.isFileAlone !== true || (await isStructureAlone(source)))
