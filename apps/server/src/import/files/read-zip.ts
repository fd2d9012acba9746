import { stat } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { type PackageFiles, type PackageLimits, PackageRefused, packageLimits, pathProblem } from './package-files.ts'

const symbolicLink = 0o120000
const fileKind = 0o170000

/** Unix attributes are in the upper half, whatever system made the archive. */
const isSymbolicLink = (entry: Entry) => ((entry.externalFileAttributes >>> 16) & fileKind) === symbolicLink

export const checkEntry = (entry: Entry, limits: PackageLimits) => {
  const place = entry.fileName
  const wrong = pathProblem(place.replace(/\/$/, ''))
  if (wrong) throw new PackageRefused(place, wrong)
  if (isSymbolicLink(entry)) throw new PackageRefused(place, 'A link to another file is not taken; put the file itself here.')
  if (entry.isEncrypted()) throw new PackageRefused(place, 'The file is encrypted; pack it without a password.')
  if (!entry.canDecodeFileData())
    throw new PackageRefused(place, 'The file is packed in a way that is not read; use a plain zip.')
  if (entry.uncompressedSize > limits.file) throw new PackageRefused(place, `The file is larger than ${limits.file} bytes.`)
  if (entry.uncompressedSize >= limits.ratioFrom && entry.uncompressedSize > entry.compressedSize * limits.ratio)
    throw new PackageRefused(place, 'The file unpacks to far more than it is packed in, as no exam file does.')
}

/** The bytes of an entry. The library checks how many there are, and not whether they are those that were packed. */
export async function* bytesOfEntry(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  let sum = 0
  // What yauzl's stream gives is its bytes.
  const stream: AsyncIterable<Uint8Array> = await zip.openReadStreamPromise(entry)
  for await (const chunk of stream) {
    sum = crc32(chunk, sum)
    yield chunk
  }
  if (sum !== entry.crc32)
    throw new PackageRefused(
      entry.fileName,
      'The archive is damaged: this file is not what was packed. Export or copy it again.',
    )
}

/** Reads an entry and counts what truly comes, because the size that an archive gives may be a lie. */
const readEntry = async (zip: ZipFile, entry: Entry, left: number): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytesOfEntry(zip, entry)) {
    size += chunk.length
    if (size > left) throw new PackageRefused(entry.fileName, 'The package unpacks to more than is taken.')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** The files of an archive as it lists them, all checked: what they come to is known before any is unpacked. */
const checkedEntries = async (zip: ZipFile, limits: PackageLimits): Promise<Entry[]> => {
  if (zip.entryCount > limits.entries)
    throw new PackageRefused('archive', `The archive holds more than ${limits.entries} files.`)
  const entries: Entry[] = []
  let [packed, unpacked] = [0, 0]
  for await (const entry of zip.eachEntry()) {
    checkEntry(entry, limits)
    packed += entry.compressedSize
    unpacked += entry.uncompressedSize
    if (unpacked > limits.total) throw new PackageRefused('archive', 'The package unpacks to more than is taken.')
    if (!entry.fileName.endsWith('/')) entries.push(entry)
  }
  if (unpacked > limits.together && unpacked > packed * limits.ratioTogether)
    throw new PackageRefused('archive', 'The files unpack to far more than they are packed in, as those of no exam do.')
  return entries
}

const readEntries = async (zip: ZipFile, limits: PackageLimits): Promise<PackageFiles> => {
  const files = new Map<string, Uint8Array>()
  let left = limits.total
  for (const entry of await checkedEntries(zip, limits)) {
    const path = entry.fileName.normalize('NFC')
    if (files.has(path)) throw new PackageRefused(path, 'The archive holds this file twice.')
    const bytes = await readEntry(zip, entry, Math.min(left, limits.file))
    left -= bytes.length
    files.set(path, bytes)
  }
  return files
}

/** The problems with an archive that can't be read, as a refusal. */
export const asRefusal = (error: unknown): PackageRefused => {
  if (error instanceof PackageRefused) return error
  const message = error instanceof Error ? error.message : String(error)
  if (/invalid relative path|absolute path|invalid characters in fileName/.test(message))
    return new PackageRefused('archive', `A path leads out of the package (${message}).`)
  return new PackageRefused('archive', `This is not a whole zip archive (${message}).`)
}

/** The files of a zip archive, all checked before any is used. Nothing is written to disk. */
export const readZip = async (path: string, limits: PackageLimits = packageLimits): Promise<PackageFiles> => {
  if ((await stat(path)).size > limits.archive)
    throw new PackageRefused('archive', `The archive is larger than ${limits.archive} bytes.`)
  try {
    const zip = await openPromise(path, {
      lazyEntries: true,
      // Programs of Windows write folders with backslashes, which are read as slashes before a path is checked.
      strictFileNames: false,
      validateEntrySizes: true,
      autoClose: false,
    })
    try {
      return await readEntries(zip, limits)
    } finally {
      zip.close()
    }
  } catch (error) {
    throw asRefusal(error)
  }
}
