import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { isFileAlone } from '../../import/files/file-alone.ts'
import { type PackageLimits, PackageRefused } from '../../import/files/package-files.ts'
import { openSource } from '../../import/files/package-source.ts'
import type { PackageProblem } from '../../import/imported-package.ts'

/** In the package, or in the one folder that people zip as often as what is in it. */
const organisationFile = /^(?:[^/]+\/)?organisation\.json$/i

/**
 * Why a file isn't taken that holds an organisation: its people, roles and settings come into the database by a command, never by an upload. Undefined
 * of all others.
 */
export const organisationIn = async (path: string, limits: PackageLimits): Promise<PackageProblem | undefined> => {
  const refused = (place: string): PackageProblem => ({
    place,
    message: 'This is the file of an organisation. Exams, banks of questions and courses are taken here, one at a time.',
  })
  if (/\.json$/i.test(path)) {
    const isExam = (await readFile(path, 'utf8')).slice(0, 10_000).includes('sitwell-exam')
    return isExam
      ? { place: basename(path), message: 'This is exam.json alone: put it into a zip archive together with its files.' }
      : refused(basename(path))
  }
  if (isFileAlone(path)) return undefined
  try {
    const found = [...(await openSource(path, limits)).sizes.keys()].find((one) => organisationFile.test(one))
    return found === undefined ? undefined : refused(found)
  } catch (error) {
    // Whoever reads it says what is wrong with it.
    if (error instanceof PackageRefused) return undefined
    throw error
  }
}
