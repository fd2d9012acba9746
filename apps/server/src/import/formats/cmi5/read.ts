import { manifestFiles } from '../../files/manifest-files.ts'
import { PackageRefused } from '../../files/package-files.ts'
import type { PackageSource } from '../../files/package-source.ts'
import { sourceXml } from '../../files/source-xml.ts'
import type { CourseReading } from '../../imported-course.ts'
import { structureName } from './described.ts'
import { isStructure, readStructure } from './read-structure.ts'

/** Reads a course structure, in its package or by itself: then its units stand on other servers. */
export const readCmi5 = async (source: PackageSource): Promise<CourseReading> => {
  const root = await sourceXml(source, structureName)
  if (!isStructure(root)) throw new PackageRefused(structureName, 'This is no course structure of cmi5.')
  const course = readStructure(root, source.isFileAlone ? undefined : manifestFiles(source))
  return { is: 'course', source, course, leftOut: [] }
}
