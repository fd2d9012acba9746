import { manifestFiles } from '../../files/manifest-files.ts'
import type { PackageSource } from '../../files/package-source.ts'
import { sourceXml } from '../../files/source-xml.ts'
import type { CourseReading } from '../../imported-course.ts'
import { manifestFile } from './detect.ts'
import { readManifest } from './read-manifest.ts'

export const readScorm = async (source: PackageSource): Promise<CourseReading> => ({
  is: 'course',
  source,
  ...readManifest(await sourceXml(source, manifestFile), manifestFiles(source)),
})
