import { cmi5Launch } from '@sitwell/contract'
import { refuse } from '../../http/refusal.ts'
import { route } from '../../http/service.ts'
import type { AuthoredSco } from '../../import/imported-course.ts'
import { contentOf } from '../course-content.ts'
import { signCourseToken } from '../course-token.ts'
import type { LmsContext } from '../lms-context.ts'
import { lockCourse, selectCourse, selectCourseOfSco } from '../queries.ts'
import { playerOrigin, scormOrigin } from '../scorm-address.ts'
import { shownCourse } from '../shown-course.ts'
import { auOf, isOpenIn, structureOf } from './cmi5-course.ts'
import { launchAddress, returnAddress } from './launch-address.ts'
import { launchAu } from './launch-au.ts'
import { paperOf, sealPaper } from './launch-paper.ts'
import { selectSession } from './queries.ts'

const pageOf = (base: string, { path, parameters }: AuthoredSco) =>
  base + path.split('/').map(encodeURIComponent).join('/') + parameters

/** Launches an AU of the learner's own, if it is open. */
export const cmi5LaunchRoute = ({
  database: { kysely },
  clock,
  keys,
  config,
  ports,
  generation,
  organisationOrigins,
}: LmsContext) =>
  route(cmi5Launch, async ({ caller, params: { attemptId }, body: { browse, language }, request }) => {
    const notFound = () => refuse('NOT_FOUND', 'There is no such attempt of this person.')
    const guid = await selectCourseOfSco(kysely, caller, attemptId)
    if (guid === undefined) return notFound()
    const nowMs = clock.nowMs()
    const origin = scormOrigin(config, ports, request)
    const homePage = playerOrigin(config, ports, request)
    const { orgId, sessionId } = caller
    const launched = await kysely.transaction().execute(async (transaction) => {
      const held = await lockCourse(transaction, orgId, guid)
      const sco = held?.scos.find((one) => one.sco_attempt_id === attemptId)
      if (!held || !sco || held.course.standard !== 'cmi5') return undefined
      const content = contentOf(held.course).scos[sco.position]
      if (!content || !isOpenIn(held, sco.position)) return undefined
      const au = auOf(structureOf(held), sco)
      const { content_guid } = held.course
      const token = signCourseToken(keys, { orgId, contentGuid: content_guid, sessionId }, nowMs)
      const done = await launchAu(transaction, keys, held, sco, {
        ...{ homePage, browse, language, nowMs },
        returnUrl: returnAddress(origin, language),
        // Without the key to the course's files, because statements are kept, and read by others.
        url: au.elsewhere ?? pageOf(`${origin}/course/${content_guid}/`, content),
      })
      const page = au.elsewhere ?? pageOf(`${origin}/course/${token}/`, content)
      return { au, title: content.title, address: launchAddress(page, { origin, ...done }), ...done }
    })
    if (!launched) return refuse('SCO_NOT_OPEN', 'This unit waits for another one, or cannot be launched.')
    const { au, title, address, sessionGuid, terms } = launched
    const held = await selectCourse(kysely, orgId, guid)
    const session = await selectSession(kysely, orgId, sessionGuid)
    if (!held || !session) return notFound()
    const opening = sealPaper(keys, 'cmi5 launch', paperOf(session, generation.current(), await organisationOrigins.of(orgId)))
    const place = au.launchMethod === 'OwnWindow' || au.elsewhere !== undefined ? ('window' as const) : ('frame' as const)
    return {
      ok: true,
      value: {
        courseAttempt: shownCourse(held),
        launch: { address, place, mode: terms.launchMode, sessionGuid, title, opening },
      },
    }
  })
