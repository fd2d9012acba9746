import { cmi5Restore, cmi5Session } from '@sitwell/contract'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import type { LmsContext } from '../lms-context.ts'
import { type Owner, selectCourse } from '../queries.ts'
import { scormOrigin } from '../scorm-address.ts'
import { shownCourse } from '../shown-course.ts'
import { returnAddress } from './launch-address.ts'
import { paperOf, readPaper, sealPaper } from './launch-paper.ts'
import { factsOf, type Session, selectSession, soFarOf } from './queries.ts'
import { restoreLaunch } from './restore-launch.ts'

const stateOf = ({ abandoned_at, terminated_at, initialized_at }: Session) => {
  if (abandoned_at !== null) return 'abandoned' as const
  if (terminated_at !== null) return 'terminated' as const
  return initialized_at === null ? ('launched' as const) : ('initialized' as const)
}

const notFound = () => refuse('NOT_FOUND', 'There is no such launch of this person.')

const standingOf = async (
  {
    database: { kysely },
    keys,
    generation,
    organisationOrigins,
  }: Pick<LmsContext, 'database' | 'generation' | 'organisationOrigins' | 'keys'>,
  { orgId, userGuid }: Owner,
  sessionGuid: string,
) => {
  const session = await selectSession(kysely, orgId, sessionGuid)
  const isOwn = session?.user_guid === userGuid
  const held = session && isOwn ? await selectCourse(kysely, orgId, session.course_attempt_guid) : undefined
  const sco = held?.scos.find(({ sco_attempt_id }) => sco_attempt_id === session?.sco_attempt_id)
  if (!session || !held || !sco) return notFound()
  const heard = { facts: factsOf(sco), soFar: soFarOf(session) }
  return {
    ok: true as const,
    value: {
      state: stateOf(session),
      courseAttempt: shownCourse(held),
      opening: sealPaper(
        keys,
        'cmi5 launch',
        paperOf(session, generation.current(), await organisationOrigins.of(orgId)),
        heard,
      ),
      heard: heard.soFar.said.length,
    },
  }
}

/** How a launch of the learner's own stands. */
export const cmi5SessionRoute = (context: Pick<LmsContext, 'database' | 'generation' | 'organisationOrigins' | 'keys'>) =>
  route(cmi5Session, ({ caller, params: { sessionGuid } }) => standingOf(context, caller, sessionGuid))

/** Brings back a launch of the learner's own that the database has forgotten, or what it has forgotten of it. */
export const cmi5RestoreRoute = (context: LmsContext) =>
  route(cmi5Restore, async ({ caller, params: { sessionGuid }, body: { opening, language }, request }) => {
    const { database, keys, clock, config, ports, organisationOrigins } = context
    const content = readPaper(keys, 'cmi5 launch', opening)
    const { orgId, userGuid } = caller
    if (content?.paper.orgId !== orgId || content.paper.userGuid !== userGuid || content.paper.sessionGuid !== sessionGuid)
      return notFound()
    if (content.paper.home !== (await organisationOrigins.of(orgId))) return notFound()
    const returnUrl = returnAddress(scormOrigin(config, ports, request), language)
    await restoreLaunch(database.kysely, keys, content, { returnUrl, nowMs: clock.nowMs() })
    return standingOf(context, caller, sessionGuid)
  })
