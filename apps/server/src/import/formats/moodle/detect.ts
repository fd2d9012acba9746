import { filesWith, textAt } from '../../bank/bank-files.ts'
import type { PackageFiles } from '../../files/package-files.ts'

const rootOf = (files: PackageFiles, path: string): string | undefined =>
  /<([A-Za-z_][\w.-]*)/.exec(
    textAt(files, path)
      .slice(0, 4000)
      .replace(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>/g, ''),
  )?.[1]

/** The XML files of a package whose first element is this one. */
const filesOf = (files: PackageFiles, root: string) =>
  filesWith(files, ['xml']).filter((path) => rootOf(files, path)?.toLowerCase() === root)

export const moodleFiles = (files: PackageFiles): string[] => filesOf(files, 'quiz')

/** A backup of a course holds questions too, in a form that is none for others to read. */
export const backupFiles = (files: PackageFiles): string[] => filesOf(files, 'moodle_backup')

export const isMoodle = (files: PackageFiles): boolean => moodleFiles(files).length + backupFiles(files).length > 0
