import { type PackageFiles, PackageRefused, pathProblem } from '../../files/package-files.ts'
import { type Origins, pathText } from '../../place.ts'
import { isObject, type Json, jsonAt } from './json-at.ts'

/** Why a section can't stand in this file, within the files `above`. */
const nameProblem = (name: string, above: readonly string[], files: PackageFiles): string | undefined => {
  const wrong = pathProblem(name)
  if (wrong) return wrong
  if (above.includes(name)) return `The sections go in a circle: ${[...above, name].join(' → ')}.`
  return files.has(name) ? undefined : `The file "${name}" is missing.`
}

/**
 * Puts the sections that stand in their own files (`{"file": "sections/part-1.json"}`) in their places. A file that comes
 * to be in itself would continue forever, and is refused.
 */
export const joinSections = (files: PackageFiles, exam: Json): { exam: Json; origins: Origins } => {
  const origins = new Map<string, string>()
  const join = (holder: Json, path: readonly PropertyKey[], file: string, above: readonly string[]): Json => {
    if (!isObject(holder) || !Array.isArray(holder.sections)) return holder
    const sections = holder.sections.map((section: Json, index: number): Json => {
      const at = [...path, 'sections', index]
      if (!isObject(section) || section.file === undefined) return join(section, at, file, above)
      const name = section.file
      const place = `${file} sections[${index}].file`
      if (typeof name !== 'string') throw new PackageRefused(place, 'This has to be the name of a file of the package.')
      const wrong = nameProblem(name, above, files)
      if (wrong) throw new PackageRefused(place, wrong)
      origins.set(pathText(at), name)
      return join(jsonAt(files, name), at, name, [...above, name])
    })
    return { ...holder, sections }
  }
  return { exam: join(exam, [], 'exam.json', ['exam.json']), origins }
}
