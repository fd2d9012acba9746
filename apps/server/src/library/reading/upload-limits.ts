import { type PackageLimits, packageLimits } from '../../import/files/package-files.ts'
import { courseLimits } from '../../import/files/package-source.ts'

/** What an uploaded course may be at most; an exam keeps to `packageLimits`. Larger courses are imported by a command. Bytes. */
export const uploadedCourseLimits: PackageLimits = {
  ...courseLimits,
  archive: packageLimits.archive,
  file: packageLimits.total,
  total: 4 * packageLimits.total,
}
