import { jwtVerify, SignJWT } from 'jose'
import type { ExamPlace } from '../assessment/queries.ts'
import type { Ground } from '../http/service.ts'

/** Longer than any sitting: an image that is shown late must still load. */
const resourceTokenSeconds = 24 * 60 * 60

const audience = 'exam-resource'

/** Path of an exam's files below the API endpoint; ends with a slash. */
export const resourcePathOf = (examGuid: string, version: number) => `resource/exam/${examGuid}/${version}/`

const subjectOf = ({ org_id, exam_guid, version }: ExamPlace) => `${org_id}/${exam_guid}/${version}`

/** Lets whoever holds it load the files of this one version of an exam, and nothing else; of whose schedule, it says too. */
export const signResourceToken = ({ config, clock }: Ground, place: ExamPlace, scheduleGuid: string): Promise<string> => {
  const now = Math.floor(clock.nowMs() / 1000)
  return new SignJWT({ schedule: scheduleGuid })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(audience)
    .setSubject(subjectOf(place))
    .setExpirationTime(now + resourceTokenSeconds)
    .sign(config.tokenSecret)
}

/** Whose schedule a token is of; undefined where it doesn't hold for this exam. One from before it said so is of none. */
export const scheduleOfToken = async (
  { config, clock }: Ground,
  token: string,
  place: ExamPlace,
): Promise<string | undefined> => {
  try {
    const currentDate = new Date(clock.nowMs())
    const { payload } = await jwtVerify(token, config.tokenSecret, { audience, algorithms: ['HS256'], currentDate })
    return payload.sub === subjectOf(place) ? String(payload.schedule ?? '') : undefined
  } catch {
    return undefined
  }
}
