import type { LeftOut, PackageResource } from '../imported-package.ts'
import { codeFileType, mediaTypeIn } from './media-type.ts'
import type { PackageFiles } from './package-files.ts'

/**
 * The files below a folder (`resources/`, or all where it is empty) that an exam may show, and those that it may not. `ofCode`: those that
 * code of its questions names.
 */
export const readResources = (
  files: PackageFiles,
  below: string,
  ofCode: ReadonlySet<string>,
): { readonly resources: PackageResource[]; readonly leftOut: LeftOut[] } => {
  const resources: PackageResource[] = []
  const leftOut: LeftOut[] = []
  for (const [path, bytes] of files) {
    if (!path.startsWith(below)) continue
    const mediaType = mediaTypeIn(path, bytes) ?? (ofCode.has(path) ? codeFileType(path) : undefined)
    if (mediaType) resources.push({ path, mediaType, bytes })
    else leftOut.push({ place: path, what: 'a file', why: 'Files of this kind are not shown in an exam.' })
  }
  return { resources, leftOut }
}
