const manifestName = 'imsmanifest.xml'

/** What a package without a manifest at its root is, in words for whoever made it; undefined if an exam may be in it. */
export const wordsForNoCourse = (sizes: ReadonlyMap<string, number>): string | undefined => {
  const paths = [...sizes.keys()]
  if (paths.some((path) => /(^|\/)exam\.json$/.test(path))) return undefined
  const deep = paths.find((path) => path.endsWith(`/${manifestName}`))
  if (deep !== undefined) {
    const folder = deep.slice(0, -manifestName.length - 1)
    return `The course lies in the folder "${folder}" of this archive. Open that folder, pack what is in it, and import that archive.`
  }
  const other = paths.find((path) => path.toLowerCase().split('/').at(-1) === manifestName)
  if (other !== undefined) return `The manifest is called "${other}"; a course has it as ${manifestName}.`
  const inner = paths.find((path) => /\.zip$/i.test(path))
  if (inner !== undefined && paths.every((path) => !/\.(xml|html?)$/i.test(path)))
    return `The archive holds another archive, "${inner}". Unpack it once and import that one.`
  if (paths.some((path) => /\.xml$/i.test(path))) return undefined
  return `There is no ${manifestName} in it, which every course has, and no exam.json, which an exam has. Export it as SCORM 1.2, SCORM 2004 or cmi5 and import that file.`
}
