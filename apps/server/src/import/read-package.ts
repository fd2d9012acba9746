import { stat } from 'node:fs/promises'
import { atRoot, type PackageFiles, type PackageLimits, PackageRefused, packageLimits } from './files/package-files.ts'
import { readFolder } from './files/read-folder.ts'
import { readZip } from './files/read-zip.ts'
import type { PackageReading } from './imported-package.ts'
import { readNative } from './native/read-native.ts'
import { readQti } from './qti/read-qti.ts'

const readFiles = async (path: string, limits: PackageLimits): Promise<{ files: PackageFiles; isFolder: boolean }> => {
  const found = await stat(path).catch(() => undefined)
  if (!found) throw new PackageRefused(path, 'There is no such file or folder.')
  if (found.isDirectory()) return { files: await readFolder(path, limits), isFolder: true }
  return { files: await readZip(path, limits), isFolder: false }
}

/**
 * Reads an exam package, a zip archive or a folder, of Sitwell's own format or of QTI 2.1, 2.2 or 3.0: which, its files tell.
 * All of it is read and checked before anything is handed over, so that a refused package leaves nothing behind.
 */
export const readPackage = async (
  source: { readonly path: string },
  limits: PackageLimits = packageLimits,
): Promise<PackageReading> => {
  try {
    const read = await readFiles(source.path, limits)
    const files = atRoot(read.files, ['exam.json', 'imsmanifest.xml'])
    if (files.has('exam.json')) return readNative(files)
    return readQti(files, read)
  } catch (error) {
    if (error instanceof PackageRefused) return { ok: false, problems: [{ place: error.place, message: error.message }] }
    throw error
  }
}
