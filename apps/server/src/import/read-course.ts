import { basename } from 'node:path'
import { isFileAlone } from './files/file-alone.ts'
import { type PackageLimits, PackageRefused, refusalOf } from './files/package-files.ts'
import { below, courseLimits, nameAlone, openFile, openSource, type PackageSource } from './files/package-source.ts'
import { courseFormats, rootFilesOf } from './formats/formats.ts'
import type { CourseReading } from './imported-course.ts'
import { wordsForNoCourse } from './words-for-no-course.ts'

const rootFiles = rootFilesOf(courseFormats)

/** The folder that all files are in, with its slash; empty if there is none. */
const commonFolder = ({ sizes }: PackageSource): string => {
  const [first = ''] = sizes.keys()
  const folder = first.slice(0, first.indexOf('/') + 1)
  return [...sizes.keys()].every((path) => path.startsWith(folder)) ? folder : ''
}

const hasRootFile = ({ sizes }: PackageSource, folder = '') => rootFiles.some((name) => sizes.has(folder + name))

/** People zip a folder as often as what is in it: its root is where the manifest lies. */
const atRoot = (source: PackageSource): PackageSource => {
  if (hasRootFile(source)) return source
  const folder = commonFolder(source)
  return folder !== '' && hasRootFile(source, folder) ? below(source, folder) : source
}

/** The files of a course package from its root, for whoever has read it before. Throws a refusal if it can't be taken. */
export const openCourse = async (path: string, limits: PackageLimits = courseLimits): Promise<PackageSource> => {
  const alone = /\.xml$/i.test(path) ? await openFile(path) : undefined
  return atRoot(alone ?? (await openSource(path, limits)))
}

/**
 * Reads the manifest of a course package and checks every path of it; its files are taken from `source` afterwards. What is no
 * course, and may be an exam, is told as such.
 */
export const readCourse = async (path: string, limits: PackageLimits = courseLimits): Promise<CourseReading> => {
  let alone: PackageSource | undefined
  try {
    alone = /\.xml$/i.test(path) ? await openFile(path) : undefined
    if (!alone && isFileAlone(path)) return { is: 'something else' }
    const opened = alone ?? (await openSource(path, limits))
    const source = atRoot(opened)
    for (const format of courseFormats) if (await format.detect(source)) return await format.read(source)
    const words = hasRootFile(source) ? undefined : wordsForNoCourse(opened.sizes)
    if (words !== undefined) throw new PackageRefused('archive', words)
    return { is: 'something else' }
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    // A file alone is read as the structure of a package; people know it by its own name.
    const place = alone ? refusal.place.replace(nameAlone, basename(path)) : refusal.place
    return { is: 'refused', problems: [{ place, message: refusal.message }] }
  }
}
