import { createHash } from 'node:crypto'
import type { PackageFiles } from './package-files.ts'

/** A UUID (version 8, of a hash) that the same names always give. */
export const guidOf = (...names: readonly string[]): string => {
  const hex = createHash('sha256').update(JSON.stringify(names)).digest('hex')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, variant + hex.slice(17, 20), hex.slice(20, 32)].join('-')
}

/** What the files of a package come to, in whatever order they were packed. */
export const fingerprintOf = (files: PackageFiles): string => {
  const hash = createHash('sha256')
  for (const path of [...files.keys()].sort()) {
    hash.update(JSON.stringify(path)).update(
      createHash('sha256')
        .update(files.get(path) ?? '')
        .digest(),
    )
  }
  return hash.digest('hex')
}

/** A positive number of 31 bits, for what is numbered where the package has only names. */
export const numberOf = (...names: readonly string[]): number => Number.parseInt(guidOf(...names).slice(0, 8), 16) >>> 1
