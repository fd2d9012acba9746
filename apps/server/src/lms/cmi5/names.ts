import type { Fields } from '@sitwell/exam/courses/xapi/values'
import type { AuthoredStructure } from '../../import/authored-structure.ts'
import { guidOf } from '../../import/files/package-guid.ts'

/** The ids that the server makes for what a publisher named: the same for all registrations, and never the publisher's own. */
export const activityIdOf = (
  homePage: string,
  { course }: AuthoredStructure,
  kind: 'au' | 'block' | 'course',
  id: string,
): string => `${homePage}/xapi/activities/${kind}/${guidOf('cmi5', kind, course.id, id)}`

/** A learner in statements: by their account here, which tells nothing of who they are. */
export const actorOf = (homePage: string, userGuid: string): Fields => ({
  objectType: 'Agent',
  account: { homePage, name: userGuid },
})

/** Who answers for statements that came to this store. */
export const authorityOf = (homePage: string): Fields => ({
  objectType: 'Agent',
  name: 'Sitwell',
  account: { homePage, name: 'sitwell' },
})
