import { confirmRubric, examJson, start, token, work } from '@sitwell/contract'
import { exam as examFile, organisation, person, radio } from '../e2e/arrange.ts'
import type { Sitwell } from '../e2e/sitwell.ts'
import { call } from './caller.ts'

/** A learner in a running exam, ready to save answers. */
export interface Sitting {
  token: string
  orgId: number
  userGuid: string
  formRunGuid: string
  /** Of the saves sent so far. */
  lastSequence: number
  objectID: number
  /** What names the schedule in the calls of an exam, beside learner and schedule. */
  exam: { scheduleType: number; examGuid: string; examObjectTypeGuid: string; versionNumber: number }
  questions: { versionId: string; versionNumber: number; number: number; id: string }[]
}

/** An exam of `count` radio questions with four options each. */
export const examOf = (count: number, examTime?: number) =>
  examFile({
    name: `An exam of ${count} questions`,
    ...(examTime !== undefined && { settings: { examTime } }),
    questions: Array.from({ length: count }, (_, index) =>
      radio(
        `Question ${index + 1}: which colour comes ${index + 1} places further?`,
        ['Red', 'Green', 'Blue', 'Yellow'],
        index % 4,
      ),
    ),
  })

/** Signs `count` learners in and starts an exam for each of them, of ten questions unless told otherwise. */
export async function seatLearners(
  sitwell: Pick<Sitwell, 'origin' | 'arrange'>,
  count: number,
  paper = examOf(10),
): Promise<Sitting[]> {
  const people = Array.from({ length: count }, (_, index) => person({ username: `learner-${index}` }))
  const world = await sitwell.arrange(
    organisation({ people, exams: [paper], schedules: people.map(({ username }) => ({ username })) }),
  )
  const sittings: Sitting[] = []
  for (const { username, password } of world.people) {
    const session = await call(sitwell.origin, token, {
      body: { client_id: 'sitwell-player', grant_type: 'password', username, password, orgId: world.orgId },
    })
    const { access_token: bearer, UserGUID: userGuid } = session
    await call(sitwell.origin, confirmRubric, { body: { userGuid, confirmed: ['name', 'instructions'] } }, bearer)
    const [schedule] = (await call(sitwell.origin, work, { query: { userGuid } }, bearer)).assessments
    if (!schedule) throw new Error(`${username} has no schedule`)
    const { scheduleType, examGuid, examTypeGuid: examObjectTypeGuid, version: versionNumber } = schedule
    const exam = { scheduleType, examGuid, examObjectTypeGuid, versionNumber }
    const query = { userGuid, scheduleGuid: schedule.guid, ...exam }
    const { formRunGUID } = await call(sitwell.origin, start, { query }, bearer)
    const content = await call(sitwell.origin, examJson, { query }, bearer)
    sittings.push({
      token: bearer,
      orgId: world.orgId,
      userGuid,
      formRunGuid: formRunGUID,
      lastSequence: content.lastSequence,
      objectID: content.objectID,
      exam,
      questions: content.questions.map(({ versionId, versionNumber, number, id }) => ({
        versionId,
        versionNumber,
        number,
        id,
      })),
    })
  }
  return sittings
}
