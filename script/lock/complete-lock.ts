/** A lock file's entry of one package, as far as it matters here. */
export interface LockedPackage {
  version?: string
  resolved?: string
  /** A hash of what is installed. */
  integrity?: string
  /** A workspace, whose files are here. */
  link?: boolean
  license?: string
  optional?: boolean
  dev?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

export type LockedPackages = Record<string, LockedPackage>

/**
 * A registry may hold a package's builds for some systems only; npm then leaves the others out of the lock file that it writes,
 * and `npm ci` refuses that file, here and everywhere. These are the entries that it left out. They carry the system that they
 * are for, so that npm passes them over on any other.
 */
export function missingBuilds(packages: LockedPackages): LockedPackages {
  const missing: LockedPackages = {}
  for (const [path, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (placesOf(name, path).some((place) => place in packages)) continue
      missing[`node_modules/${name}`] = { version, ...systemOf(name), ...(dev ? { dev } : {}), optional: true }
    }
  }
  return missing
}

/** Where Node would look for `name` from within the package at `path`, nearest first. */
function placesOf(name: string, path: string): string[] {
  const places: string[] = []
  for (let base = path; ; base = base.slice(0, Math.max(base.lastIndexOf('/node_modules/'), 0))) {
    places.push(`${base === '' ? '' : `${base}/`}node_modules/${name}`)
    if (base === '') return places
  }
}

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const processors = ['arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64']

/** The system in a build's name, such as `…-linux-x64-musl`. */
function systemOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[/-]/)
  const os = systems.filter((one) => words.includes(one))
  const cpu = processors.filter((one) => words.includes(one))
  const libc = words.some((word) => word.startsWith('musl'))
    ? ['musl']
    : words.some((word) => word.startsWith('gnu'))
      ? ['glibc']
      : []
  return { ...(os.length > 0 ? { os } : {}), ...(cpu.length > 0 ? { cpu } : {}), ...(libc.length > 0 ? { libc } : {}) }
}

/** The packages with what npm left out, in npm's order. */
export function completed(packages: LockedPackages): LockedPackages {
  const all = { ...packages, ...missingBuilds(packages) }
  return Object.fromEntries(Object.entries(all).sort(([a], [b]) => a.localeCompare(b, 'en')))
}

/** Entries that a hash is missing of, by their place: those that npm itself left out, which no install here has seen. */
export function withoutHash(packages: LockedPackages): { path: string; name: string; version: string }[] {
  return Object.entries(packages).flatMap(([path, { version, integrity, link }]) => {
    const name = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1]
    if (name === undefined || version === undefined || integrity !== undefined || link) return []
    return [{ path, name, version }]
  })
}
