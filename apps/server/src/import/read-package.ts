import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { isFileAlone } from './files/file-alone.ts'
import {
  atRoot,
  type PackageFiles,
  type PackageLimits,
  PackageRefused,
  packageLimits,
  refusalOf,
} from './files/package-files.ts'
import { readFolder } from './files/read-folder.ts'
import { readZip } from './files/read-zip.ts'
import { xmlAt } from './files/xml.ts'
import { examFormats, rootFilesOf } from './formats/formats.ts'
import { withFormulas } from './formulas/with-formulas.ts'
import type { PackageReading } from './imported-package.ts'

const rootFiles = rootFilesOf(examFormats)

/** A file of questions that is not a package: it is read as the only one of a folder. */
const readAlone = async (path: string, size: number, limits: PackageLimits): Promise<PackageFiles> => {
  if (size > limits.file) throw new PackageRefused(basename(path), `The file is larger than ${limits.file} bytes.`)
  return new Map([[basename(path).normalize('NFC'), new Uint8Array(await readFile(path))]])
}

const readFiles = async (path: string, limits: PackageLimits): Promise<{ files: PackageFiles; isFolder: boolean }> => {
  const found = await stat(path).catch(() => undefined)
  if (!found) throw new PackageRefused(path, 'There is no such file or folder.')
  if (found.isDirectory()) return { files: await readFolder(path, limits), isFolder: true }
  return isFileAlone(path)
    ? { files: await readAlone(path, found.size, limits), isFolder: true }
    : { files: await readZip(path, limits), isFolder: false }
}

/** Why nothing reads these files. An XML file that came alone and is no XML is refused for that. */
const refuseUnknown = (files: PackageFiles): never => {
  const [[path = ''] = [], ...more] = files
  if (more.length === 0 && /\.xml$/i.test(path)) xmlAt(files, path)
  throw new PackageRefused(
    'package',
    `This is no exam package: it has neither an ${rootFiles.join(' nor an ')}, nor questions in Moodle XML, GIFT, Aiken or a table.`,
  )
}

/**
 * Reads an exam package, a zip archive or a folder, of any format in `formats/`: which, its files tell.
 * `onItem` hears of each item that was read, with how many there are until now.
 * All of it is read and checked before anything is handed over, so that a refused package leaves nothing behind.
 */
export const readPackage = async (
  source: { readonly path: string; readonly onItem?: (count: number) => void },
  limits: PackageLimits = packageLimits,
): Promise<PackageReading> => {
  try {
    const read = await readFiles(source.path, limits)
    const files = atRoot(read.files, rootFiles)
    const format = examFormats.find((one) => one.detect(files, read))
    if (format === undefined) return refuseUnknown(files)
    const reading = format.read(files, { isFolder: read.isFolder, ...(source.onItem && { onItem: source.onItem }) })
    return reading.ok && !format.hasOwnFormulas ? { ok: true, package: withFormulas(reading.package) } : reading
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    return { ok: false, problems: [{ place: refusal.place, message: refusal.message }] }
  }
}
