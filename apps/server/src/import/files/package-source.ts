import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type Entry, openPromise } from 'yauzl'
import { type PackageLimits, PackageRefused } from './package-files.ts'
import { asRefusal, bytesOfEntry, checkEntry } from './read-zip.ts'
import { walkFolder } from './walk-folder.ts'

const gigabyte = 1024 ** 3

/** What a course may be at most. Its files go from the archive into the database a piece at a time, so memory bounds none of it. */
export const courseLimits: PackageLimits = {
  entries: 100_000,
  archive: 8 * gigabyte,
  file: 4 * gigabyte,
  total: 8 * gigabyte,
  ratio: 150,
  ratioFrom: 16 * 1024 * 1024,
  // They are never held together.
  ratioTogether: Number.POSITIVE_INFINITY,
  together: Number.POSITIVE_INFINITY,
}

/** A file of a package with its bytes, which are read as somebody takes them. */
export interface SourceFile {
  readonly path: string
  readonly bytes: AsyncIterable<Uint8Array>
}

/** A package, zip or folder, that is too large to be held in memory. */
export interface PackageSource {
  /** It is one file that came without a package, under the name that it would have there. */
  readonly isFileAlone?: true
  /** All its files: path and bytes. */
  readonly sizes: ReadonlyMap<string, number>
  /** The whole of one file. */
  read(path: string): Promise<Uint8Array>
  /** Every file, one after the other; the bytes of each are taken before the next one. Throws an error if more comes than was said. */
  files(): AsyncIterable<SourceFile>
}

/** A manifest larger than this is none. */
const largestRead = 32 * 1024 * 1024

const wholeOf = async (path: string, bytes: AsyncIterable<Uint8Array>) => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > largestRead) throw new PackageRefused(path, `The file is larger than ${largestRead} bytes.`)
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

// Not strict: programs of Windows write folders with backslashes, which are read as slashes before a path is checked.
const openZip = (path: string) =>
  openPromise(path, { lazyEntries: true, strictFileNames: false, validateEntrySizes: true, autoClose: false })

/** Goes through an archive again each time, because what the library knows of each of 50,000 files is more than a name. */
async function* entriesOf(
  path: string,
): AsyncGenerator<{ entry: Entry; name: string; open(): Promise<AsyncIterable<Uint8Array>> }> {
  const zip = await openZip(path)
  try {
    for await (const entry of zip.eachEntry())
      if (!entry.fileName.endsWith('/'))
        yield {
          entry,
          name: entry.fileName.normalize('NFC'),
          open: async () => bytesOfEntry(zip, entry),
        }
  } finally {
    zip.close()
  }
}

const openZipSource = async (path: string, limits: PackageLimits): Promise<PackageSource> => {
  if ((await stat(path)).size > limits.archive)
    throw new PackageRefused('archive', `The archive is larger than ${limits.archive} bytes.`)
  const sizes = new Map<string, number>()
  let left = limits.total
  for await (const { entry, name } of entriesOf(path)) {
    checkEntry(entry, limits)
    if (sizes.has(name)) throw new PackageRefused(name, 'The archive holds this file twice.')
    left -= entry.uncompressedSize
    if (left < 0) throw new PackageRefused(name, 'The package unpacks to more than is taken.')
    sizes.set(name, entry.uncompressedSize)
    if (sizes.size > limits.entries) throw new PackageRefused('archive', `The archive holds more than ${limits.entries} files.`)
  }
  return {
    sizes,
    read: async (wanted) => {
      for await (const { name, open } of entriesOf(path)) if (name === wanted) return wholeOf(wanted, await open())
      throw new PackageRefused(wanted, 'The file is missing.')
    },
    files: async function* () {
      // The library itself fails on a file that is longer than its entry says.
      for await (const { name, open } of entriesOf(path)) yield { path: name, bytes: await open() }
    },
  }
}

const openFolderSource = async (folder: string, limits: PackageLimits): Promise<PackageSource> => {
  const sizes = new Map<string, number>()
  const places = new Map<string, string>()
  let left = limits.total
  for await (const { path, place } of walkFolder(folder)) {
    const { size } = await stat(place)
    left -= size
    if (left < 0 || size > limits.file || sizes.size >= limits.entries)
      throw new PackageRefused(path, 'The folder holds more than is taken.')
    sizes.set(path, size)
    places.set(path, place)
  }
  const open = (path: string): AsyncIterable<Uint8Array> => {
    const place = places.get(path)
    if (place === undefined) throw new PackageRefused(path, 'The file is missing.')
    return createReadStream(place, { highWaterMark: 512 * 1024 })
  }
  return {
    sizes,
    read: (path) => wholeOf(path, open(path)),
    files: async function* () {
      for (const path of sizes.keys()) yield { path, bytes: open(path) }
    },
  }
}

/** Opens a package and checks every path in it; no file is read yet. Throws a refusal if it can't be taken. */
export const openSource = async (path: string, limits: PackageLimits = courseLimits): Promise<PackageSource> => {
  const found = await stat(path).catch(() => undefined)
  if (!found) throw new PackageRefused(path, 'There is no such file or folder.')
  try {
    return found.isDirectory() ? await openFolderSource(path, limits) : await openZipSource(path, limits)
  } catch (error) {
    throw asRefusal(error)
  }
}

/** The name that a file has which came without a package. */
export const nameAlone = 'cmi5.xml'

/** A course structure that came without a package, as one that holds it alone. Undefined if there is no such file. */
export const openFile = async (path: string): Promise<PackageSource | undefined> => {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) return undefined
  const open = () => createReadStream(path)
  return {
    isFileAlone: true,
    sizes: new Map([[nameAlone, found.size]]),
    read: () => wholeOf(path, open()),
    files: async function* () {
      yield { path: nameAlone, bytes: open() }
    },
  }
}

/** The same package as seen from a folder in it, when all its files lie there. */
export const below = (source: PackageSource, folder: string): PackageSource =>
  folder === ''
    ? source
    : {
        sizes: new Map([...source.sizes].map(([path, size]) => [path.slice(folder.length), size])),
        read: (path) => source.read(folder + path),
        files: async function* () {
          for await (const { path, bytes } of source.files()) yield { path: path.slice(folder.length), bytes }
        },
      }
