import { choiceField, textField } from '@sitwell/navigation/address-query.ts'
import type { Sort } from '@sitwell/office-ui/data-table.tsx'

/** Orders of the list of courses. */
export const courseSorts = ['name', 'newest'] as const
type CourseSort = (typeof courseSorts)[number]

/** What the address of the list holds. */
export const listFields = { search: textField({ longest: 200 }), sort: choiceField(courseSorts) }

/** The order as the table has it: each is offered in one direction. */
export const sortOf = (sort: CourseSort): Sort =>
  sort === 'name' ? { column: 'name', direction: 'ascending' } : { column: 'storedAt', direction: 'descending' }

/** Returns the order that a header of the table selects. */
export const orderOf = ({ column }: Sort): CourseSort => (column === 'storedAt' ? 'newest' : 'name')

/** What the address of a course holds: how its people are searched, and whom of them it shows. */
export const courseFields = {
  search: textField({ longest: 200 }),
  state: choiceField(['all', 'not-started', 'started', 'completed', 'failed']),
}

/** Views of the people of a course, in the order of the bar. */
export const courseViews = ['all', 'not-started', 'started', 'completed', 'failed'] as const
