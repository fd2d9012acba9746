import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type PackageFiles, type PackageLimits, PackageRefused, packageLimits } from './package-files.ts'

/** The files of a folder and its folders, sorted by path. Hidden files are passed over; links are refused. */
export const readFolder = async (folder: string, limits: PackageLimits = packageLimits): Promise<PackageFiles> => {
  const files = new Map<string, Uint8Array>()
  let left = limits.total
  const read = async (below: string): Promise<void> => {
    const entries = await readdir(join(folder, below), { withFileTypes: true })
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.name.startsWith('.')) continue
      const path = (below === '' ? entry.name : `${below}/${entry.name}`).normalize('NFC')
      if (entry.isSymbolicLink())
        throw new PackageRefused(path, 'A link to another file is not taken; put the file itself here.')
      if (entry.isDirectory()) {
        await read(below === '' ? entry.name : `${below}/${entry.name}`)
        continue
      }
      left -= (await stat(join(folder, below, entry.name))).size
      if (left < 0 || files.size >= limits.entries) throw new PackageRefused(path, 'The folder holds more than is taken.')
      files.set(path, new Uint8Array(await readFile(join(folder, below, entry.name))))
    }
  }
  await read('')
  return files
}
