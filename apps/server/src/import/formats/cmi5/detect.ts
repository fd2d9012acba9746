import type { PackageSource } from '../../files/package-source.ts'
import { sourceXml } from '../../files/source-xml.ts'
import { structureName } from './described.ts'
import { isStructure } from './read-structure.ts'

/** A package is known by its course structure, unless a manifest says what it is; an XML file by itself has to be a structure. */
export const isCmi5 = async (source: PackageSource): Promise<boolean> =>
  source.sizes.has(structureName) &&
  !source.sizes.has('imsmanifest.xml') &&
  (source.isFileAlone !== true || isStructure(await sourceXml(source, structureName)))
