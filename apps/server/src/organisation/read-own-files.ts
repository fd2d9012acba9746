import { stat } from 'node:fs/promises'
import { PackageRefused } from '../import/files/package-files.ts'
import { readFolder } from '../import/files/read-folder.ts'
import { readResources } from '../import/files/read-resources.ts'
import type { LeftOut, PackageProblem, PackageResource } from '../import/imported-package.ts'

interface OwnFiles {
  readonly resources: readonly PackageResource[]
  readonly leftOut: readonly LeftOut[]
  readonly problems: readonly PackageProblem[]
}

/** An organisation's own files, by their paths below `folder`; none if there is no such folder. */
export const readOwnFiles = async (folder: string): Promise<OwnFiles> => {
  if (!(await stat(folder).catch(() => undefined))?.isDirectory()) return { resources: [], leftOut: [], problems: [] }
  try {
    return { ...readResources(await readFolder(folder), '', new Set()), problems: [] }
  } catch (error) {
    if (!(error instanceof PackageRefused)) throw error
    return { resources: [], leftOut: [], problems: [{ place: `resources/${error.place}`, message: error.message }] }
  }
}
