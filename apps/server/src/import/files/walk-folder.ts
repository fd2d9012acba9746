import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PackageRefused } from './package-files.ts'

/** A file of a folder: `path` as the package names it, `place` where it lies. */
interface FileInFolder {
  readonly path: string
  readonly place: string
}

/** The files of a folder and its folders, sorted by their names. Hidden files are passed over; links are refused. */
export async function* walkFolder(folder: string, below = ''): AsyncGenerator<FileInFolder> {
  const entries = await readdir(join(folder, below), { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.')) continue
    const inside = below === '' ? entry.name : `${below}/${entry.name}`
    const path = inside.normalize('NFC')
    if (entry.isSymbolicLink()) throw new PackageRefused(path, 'A link to another file is not taken; put the file itself here.')
    if (entry.isDirectory()) yield* walkFolder(folder, inside)
    else yield { path, place: join(folder, inside) }
  }
}
