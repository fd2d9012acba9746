import type { LeftOut, PackageResource } from '../imported-package.ts'
import { mediaTypeIn } from './media-type.ts'
import type { PackageFiles } from './package-files.ts'

/** The files below a folder (`resources/`, or all where it is empty) that an exam may show, and those that it may not. */
export const readResources = (
  files: PackageFiles,
  below: string,
): { readonly resources: PackageResource[]; readonly leftOut: LeftOut[] } => {
  const resources: PackageResource[] = []
  const leftOut: LeftOut[] = []
  for (const [path, bytes] of files) {
    if (!path.startsWith(below)) continue
    const mediaType = mediaTypeIn(path, bytes)
    if (mediaType) resources.push({ path, mediaType, bytes })
    else leftOut.push({ place: path, what: 'a file', why: 'Files of this kind are not shown in an exam.' })
  }
  return { resources, leftOut }
}
