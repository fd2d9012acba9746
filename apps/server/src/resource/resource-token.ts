import { jwtVerify, SignJWT } from 'jose'
import type { ExamPlace } from '../assessment/form-runs/queries.ts'
import type { ServiceContext } from '../http/service.ts'

/** Longer than any sitting: an image that is shown late must still load. */
const resourceTokenSeconds = 24 * 60 * 60

const audience = 'exam-resource'

/** Path of an exam's files below the API endpoint; ends with a slash. */
export const resourcePathOf = (examGuid: string, version: number) => `resource/exam/${examGuid}/${version}/`

const subjectOf = ({ org_id, exam_guid, version }: ExamPlace) => `${org_id}/${exam_guid}/${version}`

/**
 * Whose files are asked for: the schedule of an exam, whether its later parts were given out sealed, and whether only what the text
 * after the exam shows may be had, because the exam is over.
 */
export interface ResourceHolder {
  readonly scheduleGuid: string
  readonly isSealed: boolean
  readonly isOver: boolean
}

/** Lets whoever holds it load the files of this one version of an exam, and nothing else; of whose schedule, it says too. */
export const signResourceToken = (
  { config, clock }: ServiceContext,
  place: ExamPlace,
  { scheduleGuid, isSealed, isOver }: ResourceHolder,
): Promise<string> => {
  const now = Math.floor(clock.nowMs() / 1000)
  return new SignJWT({ schedule: scheduleGuid, ...(isSealed && { sealed: true }), ...(isOver && { over: true }) })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(audience)
    .setSubject(subjectOf(place))
    .setExpirationTime(now + resourceTokenSeconds)
    .sign(config.tokenSecret)
}

const payloadOf = async ({ config, clock }: ServiceContext, token: string) => {
  const currentDate = new Date(clock.nowMs())
  const { payload } = await jwtVerify(token, config.tokenSecret, { audience, algorithms: ['HS256'], currentDate })
  return payload
}

/** Whether a token is that of some exam of an organisation. */
export const isTokenOfOrganisation = (context: ServiceContext, token: string, orgId: number): Promise<boolean> =>
  payloadOf(context, token).then(
    ({ sub }) => sub?.startsWith(`${orgId}/`) === true,
    () => false,
  )

/** Who holds a token; undefined where it doesn't hold for this exam. One from before it said whose it is, is of no schedule. */
export const holderOfToken = async (
  context: ServiceContext,
  token: string,
  place: ExamPlace,
): Promise<ResourceHolder | undefined> => {
  try {
    const payload = await payloadOf(context, token)
    if (payload.sub !== subjectOf(place)) return undefined
    return { scheduleGuid: String(payload.schedule ?? ''), isSealed: payload.sealed === true, isOver: payload.over === true }
  } catch {
    return undefined
  }
}
