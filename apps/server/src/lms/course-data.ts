import type { CourseElement } from '@sitwell/contract'
import { largestCourseState } from '@sitwell/contract'
import type { ScoAttemptTable, ScoSaveTable } from '../db/schema.ts'

/** What a SCO has set, by element. */
export type CourseData = ReadonlyMap<string, string>

/** Elements of the standards' data models, as the run time names them: `cmi.interactions.0.id`, `adl.data.1.store`. */
const elementForm = /^(cmi|adl)(\.\w{1,64}){1,10}$/

/** The problems with what a SCO is said to have set; undefined if nothing is. */
export const problemOf = (elements: readonly CourseElement[]): { path: string; message: string } | undefined => {
  const names = new Set<string>()
  let size = 0
  for (const [at, { element, value }] of elements.entries()) {
    const path = `body.data[${at}].element`
    if (!elementForm.test(element)) return { path, message: 'This is no element of a course.' }
    if (names.has(element)) return { path, message: `${element} occurs twice.` }
    names.add(element)
    size += element.length + value.length
  }
  if (size > largestCourseState)
    return { path: 'body.data', message: `All of it has more than ${largestCourseState} characters.` }
  return undefined
}

export const toData = (elements: readonly CourseElement[]): CourseData =>
  new Map(elements.map(({ element, value }) => [element, value]))

export const toElements = (data: CourseData): CourseElement[] => [...data].map(([element, value]) => ({ element, value }))

/** As it is stored: pairs, because an object would take `__proto__` for something else. */
export const writeData = (data: CourseData): string => JSON.stringify([...data])

/** Written by {@link writeData}. */
export const readData = ({ data }: Pick<ScoAttemptTable, 'data'>): CourseData => new Map(JSON.parse(data) as [string, string][])

/** In what a save differs from what stood before it: null of an element that it lacks. */
export const changesBetween = (before: CourseData, after: CourseData): string => {
  const changed = [...after].filter(([element, value]) => before.get(element) !== value)
  const gone = [...before.keys()].filter((element) => !after.has(element)).map((element): [string, null] => [element, null])
  return JSON.stringify([...changed, ...gone])
}

/** Written by {@link changesBetween}. */
export const readChanges = ({ changes }: Pick<ScoSaveTable, 'changes'>) => JSON.parse(changes) as [string, string | null][]
