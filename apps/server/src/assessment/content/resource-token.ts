import { SignJWT } from 'jose'
import { readToken, signingKeyOf } from '../../signed-token.ts'
import type { AssessmentContext } from '../assessment-context.ts'
import type { ExamPlace } from '../form-run/index.ts'

/** Longer than any sitting: an image that is shown late must still load. */
const resourceTokenSeconds = 24 * 60 * 60

const audience = 'exam-resource'

type TokenContext = Pick<AssessmentContext, 'config' | 'clock' | 'organisationOrigins'>

/** Path of an exam's files below the API endpoint; ends with a slash. */
export const resourcePathOf = (examGuid: string, version: number) => `resource/exam/${examGuid}/${version}/`

const subjectOf = ({ org_id, exam_guid, version }: ExamPlace) => `${org_id}/${exam_guid}/${version}`

/**
 * Whose files are asked for: the schedule of an exam, the administrator who is there in its learner's name, whether its parts were given out sealed, and whether only what the text
 * after the exam shows may be had, because the exam is over.
 */
export interface ResourceHolder {
  readonly scheduleGuid: string
  readonly isSealed: boolean
  readonly isOver: boolean
  readonly madeBy?: string | undefined
}

/** Lets whoever holds it load the files of this one version of an exam, and nothing else; of whose schedule, it says too. */
export const signResourceToken = async (
  { config, clock, organisationOrigins }: TokenContext,
  place: ExamPlace,
  { scheduleGuid, isSealed, isOver, madeBy }: ResourceHolder,
  validSeconds: number = resourceTokenSeconds,
): Promise<string> => {
  const now = Math.floor(clock.nowMs() / 1000)
  const marks = {
    ...(isSealed && { sealed: true }),
    ...(isOver && { over: true }),
    ...(madeBy !== undefined && { by: madeBy }),
  }
  return new SignJWT({ schedule: scheduleGuid, ...marks })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(await organisationOrigins.of(place.org_id))
    .setAudience(audience)
    .setSubject(subjectOf(place))
    .setExpirationTime(now + validSeconds)
    .sign(await signingKeyOf(config.tokenSecret))
}

/** Undefined too where it was signed for an organisation of the same number that is another one. */
const payloadOf = async ({ config, clock, organisationOrigins }: TokenContext, token: string, orgId: number) => {
  const payload = await readToken(config, token, { audience, nowMs: clock.nowMs() })
  return payload && payload.iss === (await organisationOrigins.of(orgId)) ? payload : undefined
}

/** Whether a token is that of some exam of an organisation. */
export const isTokenOfOrganisation = async (context: TokenContext, token: string, orgId: number): Promise<boolean> =>
  (await payloadOf(context, token, orgId))?.sub?.startsWith(`${orgId}/`) === true

/** Who holds a token; undefined if it doesn't hold for this exam. */
export const holderOfToken = async (
  context: TokenContext,
  token: string,
  place: ExamPlace,
): Promise<ResourceHolder | undefined> => {
  const payload = await payloadOf(context, token, place.org_id)
  if (payload?.sub !== subjectOf(place) || typeof payload.schedule !== 'string') return undefined
  return {
    scheduleGuid: payload.schedule,
    isSealed: payload.sealed === true,
    isOver: payload.over === true,
    ...(typeof payload.by === 'string' && { madeBy: payload.by }),
  }
}
