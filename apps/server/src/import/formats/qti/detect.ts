import type { PackageFiles } from '../../files/package-files.ts'
import type { ExamSource } from '../format.ts'
import { looseFiles } from './manifest.ts'

export const manifestFile = 'imsmanifest.xml'

const hasLoose = (files: PackageFiles) => {
  const { tests, items } = looseFiles(files)
  return tests.length + items.length > 0
}

/** By its manifest; in a folder, loose tests and items are taken too. */
export const isQti = (files: PackageFiles, { isFolder }: ExamSource): boolean =>
  files.has(manifestFile) || (isFolder && hasLoose(files))
