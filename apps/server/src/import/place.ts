import type * as z from 'zod'
import type { PackageProblem } from './imported-package.ts'

/** `sections[0].questions[2].key` */
export const pathText = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '')

/** Which file a part of the exam came from: a section may be in its own file. */
export type Origins = ReadonlyMap<string, string>

/** `exam.json sections[0].name`, or the place in the section's own file. */
export const placeOf = (path: readonly PropertyKey[], origins: Origins): string => {
  for (let length = path.length; length > 0; length--) {
    const file = origins.get(pathText(path.slice(0, length)))
    if (file !== undefined) return [file, pathText(path.slice(length))].filter(Boolean).join(' ')
  }
  return ['exam.json', pathText(path)].filter(Boolean).join(' ')
}

export const problemsOfIssues = (
  issues: readonly z.core.$ZodIssue[],
  place: (path: readonly PropertyKey[]) => string,
): PackageProblem[] => issues.map((issue) => ({ place: place(issue.path), message: issue.message }))
