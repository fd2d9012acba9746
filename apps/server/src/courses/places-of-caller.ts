import type { Grant } from '../roles/grant.ts'
import { mayDo } from '../roles/may.ts'
import { type Places, placesIn } from '../roles/places.ts'

/** Whose courses a list may be about: everybody's, or those of people in these groups. */
export type People = Pick<Places, 'groups' | 'isEverywhere'>

/** Whether these are nobody. */
export const isNobody = ({ isEverywhere, groups }: People): boolean => !isEverywhere && groups.length === 0

/** Whose progress a caller may read by name: it takes both permissions, for the people of each group. */
export const peopleSeenBy = (grants: readonly Grant[], nowMs: number): People => {
  const courses = placesIn(grants, 'courses.read', nowMs)
  const people = placesIn(grants, 'people.read', nowMs)
  if (courses.isEverywhere) return people
  if (people.isEverywhere) return courses
  return { isEverywhere: false, groups: courses.groups.filter((group) => people.groups.includes(group)) }
}

/** Whether a caller may change anybody's courses: for what is shown alone. */
export const mayChangeSome = (grants: readonly Grant[], nowMs: number): boolean => {
  const { isEverywhere, groups } = placesIn(grants, 'courses.write', nowMs)
  const isSeen = (place: { readonly groups?: readonly string[] }) => mayDo(grants, 'people.read', place, nowMs)
  return isEverywhere ? !isNobody(placesIn(grants, 'people.read', nowMs)) : groups.some((group) => isSeen({ groups: [group] }))
}
