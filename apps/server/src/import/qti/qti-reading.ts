import type { PackageFiles } from '../files/package-files.ts'
import type { ImageSearch } from '../html/find-image.ts'
import type { LeftOut } from '../imported-package.ts'

/** What is gathered while a QTI package is read. */
export interface QtiReading {
  readonly files: PackageFiles
  /** The images that were shown, over all items. */
  readonly images: Set<string>
  readonly leftOut: LeftOut[]
  /** Notes what the exam loses, once for each place. */
  lose(place: string, what: string, why: string): void
}

export const startReading = (files: PackageFiles): QtiReading => {
  const leftOut: LeftOut[] = []
  return {
    files,
    images: new Set(),
    leftOut,
    lose: (place, what, why) => {
      if (!leftOut.some((one) => one.place === place && one.what === what)) leftOut.push({ place, what, why })
    },
  }
}

export const newSearch = (): ImageSearch => ({ used: new Set(), missing: new Set() })
