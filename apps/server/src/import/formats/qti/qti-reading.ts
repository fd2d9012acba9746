import type { PackageFiles } from '../../files/package-files.ts'
import { fingerprintOf } from '../../files/package-guid.ts'
import type { FileSearch } from '../../html/find-file.ts'
import type { ItemVerdict, LeftOut, Loss } from '../../imported-package.ts'

/** The results that are collected while a QTI package is read. */
export interface QtiReading {
  readonly files: PackageFiles
  /** The hash over its files. */
  readonly fingerprint: string
  /** The files that are shown or led to, over all items. */
  readonly used: Set<string>
  readonly leftOut: LeftOut[]
  /** The outcome of each item, in the order of reading. */
  readonly items: readonly ItemVerdict[]
  /** Records the outcome of one item. */
  took(item: ItemVerdict): void
  /** Notes what the exam loses, once for each place. */
  lose(place: string, what: string, why: string, loss?: Loss): void
}

export const startReading = (files: PackageFiles, onItem?: (count: number) => void): QtiReading => {
  const items: ItemVerdict[] = []
  const leftOut: LeftOut[] = []
  return {
    files,
    fingerprint: fingerprintOf(files),
    used: new Set(),
    leftOut,
    items,
    took: (item) => {
      const count = items.push({ ...item, original: () => new TextDecoder().decode(files.get(item.place)) })
      onItem?.(count)
    },
    lose: (place, what, why, loss = 'content') => {
      if (!leftOut.some((one) => one.place === place && one.what === what)) leftOut.push({ place, what, why, loss })
    },
  }
}

export const newSearch = (): FileSearch => ({ used: new Set(), missing: new Set() })
