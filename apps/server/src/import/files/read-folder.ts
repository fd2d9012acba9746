import { readFile, stat } from 'node:fs/promises'
import { type PackageFiles, type PackageLimits, PackageRefused, packageLimits } from './package-files.ts'
import { walkFolder } from './walk-folder.ts'

/** The files of a folder and its folders, sorted by path. Hidden files are passed over; links are refused. */
export const readFolder = async (folder: string, limits: PackageLimits = packageLimits): Promise<PackageFiles> => {
  const files = new Map<string, Uint8Array>()
  let left = limits.total
  for await (const { path, place } of walkFolder(folder)) {
    left -= (await stat(place)).size
    if (left < 0 || files.size >= limits.entries) throw new PackageRefused(path, 'The folder holds more than is taken.')
    files.set(path, new Uint8Array(await readFile(place)))
  }
  return files
}
