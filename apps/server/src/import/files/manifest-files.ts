import type { PackageSource } from './package-source.ts'

/** Finds files of the package as a manifest names them. */
export interface ManifestFiles {
  /** The path of a file that is there, in whatever case it was named; undefined if it lacks. */
  find(path: string): string | undefined
}

export const manifestFiles = ({ sizes }: PackageSource): ManifestFiles => {
  const byLowerCase = new Map([...sizes.keys()].map((path) => [path.toLowerCase(), path]))
  return { find: (path) => (sizes.has(path) ? path : byLowerCase.get(path.toLowerCase())) }
}
