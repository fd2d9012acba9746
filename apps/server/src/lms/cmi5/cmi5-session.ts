import { cmi5Session } from '@sitwell/contract'
import { refuse } from '../../http/refusal.ts'
import { route, type ServiceContext } from '../../http/service.ts'
import { selectCourse } from '../queries.ts'
import { shownCourse } from '../shown-course.ts'
import { type Session, selectSession } from './queries.ts'

const stateOf = ({ abandoned_at, terminated_at, initialized_at }: Session) => {
  if (abandoned_at !== null) return 'abandoned' as const
  if (terminated_at !== null) return 'terminated' as const
  return initialized_at === null ? ('launched' as const) : ('initialized' as const)
}

/** How a launch of the learner's own stands. */
export const cmi5SessionRoute = ({ database: { kysely } }: ServiceContext) =>
  route(cmi5Session, async ({ caller, params: { sessionGuid } }) => {
    const session = await selectSession(kysely, caller.orgId, sessionGuid)
    const isOwn = session?.user_guid === caller.userGuid
    const held = session && isOwn ? await selectCourse(kysely, caller.orgId, session.course_attempt_guid) : undefined
    if (!session || !held) return refuse('NOT_FOUND', 'There is no such launch of this person.')
    return { ok: true, value: { state: stateOf(session), courseAttempt: shownCourse(held) } }
  })
