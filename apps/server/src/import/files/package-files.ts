/** The files of a package, by path: relative, with `/`, in one spelling (NFC). */
export type PackageFiles = ReadonlyMap<string, Uint8Array>

/**
 * A package that can't be imported, with the place of the problem. Thrown while reading; `readPackage` returns it as a value.
 */
export class PackageRefused extends Error {
  readonly place: string
  constructor(place: string, message: string) {
    super(message)
    this.place = place
  }
}

/** The limits of a package, so that one upload doesn't use up the server's memory or disk. Bytes, except for counts. */
export const packageLimits = {
  entries: 20_000,
  archive: 512 * 1024 * 1024,
  file: 128 * 1024 * 1024,
  total: 512 * 1024 * 1024,
  /** Unpacked size to packed size of one file from {@link ratioFrom} bytes on. Text packs 20 times, a bomb 1000 times. */
  ratio: 150,
  ratioFrom: 1024 * 1024,
  /** The same of all files together, from {@link together} bytes on: many small files of one bomb each. */
  ratioTogether: 30,
  together: 64 * 1024 * 1024,
} as const
export type PackageLimits = { readonly [K in keyof typeof packageLimits]: number }

/**
 * What went wrong at a package, as a refusal; undefined of a fault that is none of the package's. Readers go down element by element: files
 * that are nested thousands of times, as nobody's are, end the stack.
 */
export const refusalOf = (error: unknown): PackageRefused | undefined => {
  if (error instanceof PackageRefused) return error
  const isTooDeep = error instanceof RangeError && /call stack/i.test(error.message)
  return isTooDeep ? new PackageRefused('package', 'Its elements are nested too deep to be read.') : undefined
}

/** Paths that are not allowed: they would lead out of the package, or be read differently on another system. */
export const pathProblem = (path: string): string | undefined => {
  if (path === '' || path.includes('\0')) return 'This is not a name of a file.'
  if (path.includes('\\')) return 'The path has a backslash.'
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) return 'The path leads out of the package: it is absolute.'
  if (path.split('/').includes('..')) return 'The path leads out of the package.'
  return undefined
}

/**
 * The root of the package: the folder of its main file, if all files are in one folder with it. People zip a folder as often as
 * its content.
 */
export const atRoot = (files: PackageFiles, names: readonly string[]): PackageFiles => {
  if (names.some((name) => files.has(name))) return files
  const [first] = files.keys()
  const folder = first?.includes('/') ? first.slice(0, first.indexOf('/') + 1) : undefined
  if (!folder || !names.some((name) => files.has(folder + name))) return files
  if (![...files.keys()].every((path) => path.startsWith(folder))) return files
  return new Map([...files].map(([path, bytes]) => [path.slice(folder.length), bytes]))
}
