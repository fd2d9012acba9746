import {
  type CourseAttemptRow,
  officeCourse,
  officeCoursePeople,
  officeCourseProgress,
  officeCourses,
  officePersonTimeline,
} from '@sitwell/contract'
import type { QueryValues } from '@sitwell/navigation/address-query.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { officeQuery } from '../calls/office-query.ts'
import { usePages } from '../calls/use-pages.ts'
import { useOffice } from '../office-context.tsx'
import type { courseFields } from './courses-list.ts'

/** A course by its id. */
export const useCourse = (courseGuid: string) => {
  const { api } = useOffice()
  return useQuery(officeQuery(api, officeCourse, { query: { courseGuid } }))
}

/** The key of a row contains the person, so that a selection still names people whom the table no longer shows. */
export const attemptKey = ({ userID, attemptGuid }: CourseAttemptRow) => `${userID} ${attemptGuid}`

/** The people of these keys, each once. */
export const peopleOfKeys = (keys: Iterable<string>): number[] => [
  ...new Set([...keys].map((key) => Number(key.split(' ')[0]))),
]

const rowsOf = ({ people }: { readonly people: readonly CourseAttemptRow[] }) => people
const pageSize = 100

/** The people who have a course, page after page. */
export const useCoursePeople = (
  courseGuid: string,
  { search, state }: QueryValues<typeof courseFields>,
  { isEnabled }: { readonly isEnabled: boolean },
) => {
  const { api } = useOffice()
  const query = {
    ...{ courseGuid, limit: pageSize },
    ...(search.trim() !== '' && { search }),
    ...(state !== 'all' && { state }),
  }
  return usePages(api, { call: officeCoursePeople, query, rowsOf, keyOf: attemptKey, isEnabled })
}

/** Has every page that shows courses read them again. */
export const useReadCoursesAgain = () => {
  const queries = useQueryClient()
  return () => {
    for (const { name } of [officeCourses, officeCourse, officeCoursePeople, officeCourseProgress, officePersonTimeline])
      void queries.invalidateQueries({ queryKey: [name] })
  }
}
