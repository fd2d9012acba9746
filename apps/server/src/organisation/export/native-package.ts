import type { PackageFiles } from '../../import/files/package-files.ts'
import type { StoredPackage } from './select-stored.ts'

/** An exam as a package of Sitwell's own form: all of it, except for its schedules, which are of people. */
export const nativePackage = ({ exam, resources }: StoredPackage): PackageFiles =>
  new Map<string, Uint8Array>([
    ['exam.json', new TextEncoder().encode(`${JSON.stringify(exam, undefined, 1)}\n`)],
    ...resources.map(({ path, bytes }) => [path, bytes] as const),
  ])
