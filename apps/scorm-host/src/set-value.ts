import type { CourseParameters } from '@sitwell/contract/course-messages'
import { isElement } from './data-model.ts'
import type { RunTime } from './run-time.ts'

type Version = CourseParameters['launch']['version']

/** What SCORM 1.2 and 2004 say of a call that names nothing, and of what their data model doesn't have. */
const namelessErrors = { get: { '1.2': '201', '2004': '301' }, set: { '1.2': '201', '2004': '351' } } as const
const unknownError = '401'
/** SCORM 2004, of a list that goes no further, and of what can't be set before something else. */
const outOfOrderError = '351'
const dependencyError = '408'

/** The error of a name that is none; undefined if the run time may have it. */
export const wrongName = (version: Version, call: 'get' | 'set', element: string): string | undefined => {
  if (element === '') return namelessErrors[call][version]
  return isElement(version, element) ? undefined : unknownError
}

/** The lists that an element is in, the outermost first, each with the element's place in it. */
const listsOf = (element: string): { readonly path: readonly string[]; readonly place: number }[] => {
  const parts = element.split('.')
  return parts.flatMap((part, at) => (/^\d+$/.test(part) ? [{ path: parts.slice(0, at), place: Number(part) }] : []))
}

/** What a list of the run time holds; undefined if it isn't there yet. */
const listAt = (runTime: RunTime, path: readonly string[]): unknown[] | undefined => {
  // Boundary: the run time's own objects, by a name that its data model has.
  let found: unknown = runTime
  for (const part of path) {
    const entries = (found as { childArray?: unknown[] } | undefined)?.childArray
    found = entries && /^\d+$/.test(part) ? entries[Number(part)] : (found as Record<string, unknown> | undefined)?.[part]
  }
  return (found as { childArray?: unknown[] } | undefined)?.childArray
}

/** What SCORM 2004 says of an element whose list lacks what it would belong to. The run time takes it. */
const outOfTurn = (runTime: RunTime, element: string): string | undefined => {
  const [list] = listsOf(element)
  if (!list) return undefined
  const entry = listAt(runTime, list.path)?.[list.place]
  const isOf = (path: string) => list.path.join('.') === path
  // Which stores there are says the package.
  if (isOf('adl.data') && element.endsWith('.store') && entry === undefined) return outOfOrderError
  if (!isOf('cmi.objectives') || element.endsWith('.id')) return undefined
  const isNext = list.place <= (listAt(runTime, list.path)?.length ?? 0)
  const hasId = entry !== undefined && (entry as { id?: unknown }).id !== ''
  return isNext && !hasId ? dependencyError : undefined
}

/**
 * Sets a value, or says which error it is. What is refused leaves nothing behind: the run time makes an entry of a list before it looks
 * at the value, and lists with a gap are not the same when they are read back.
 */
export const setValue = (
  runTime: RunTime,
  version: Version,
  element: string,
  value: string,
): string | { readonly error: string } => {
  const error = wrongName(version, 'set', element) ?? (version === '2004' ? outOfTurn(runTime, element) : undefined)
  if (error !== undefined) return { error }
  const before = listsOf(element).map(({ path }) => ({ path, length: listAt(runTime, path)?.length ?? 0 }))
  const result = runTime.lmsSetValue(element, value)
  if (result !== 'true') for (const { path, length } of before) listAt(runTime, path)?.splice(length)
  return result
}
