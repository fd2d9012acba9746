import { randomUUID } from 'node:crypto'
import { calls } from '@sitwell/contract'
import { confirmRubric, credentials, doCall, tryCall } from '../../apps/server/src/testing/test-world.ts'
import type { Answer } from './answer-of.ts'
import type { Paper } from './paper.ts'

/** Where a simulated learner sits, and how they sign in. */
export interface Seat {
  readonly origin: string
  readonly orgId: number
  readonly username: string
  readonly password: string
  readonly examGuid: string
}

/** Signs a learner in who was scheduled for an exam, and begins it, or goes on with it. Each act throws if the server refuses it. */
export const seatLearner = async (
  { origin, orgId, username, password, examGuid }: Seat,
  { examSeconds, parts, worded }: Paper,
) => {
  const at = { origin }
  const { access_token: token, UserGUID: userGuid } = await doCall(at, calls.token, credentials({ orgId }, username, password))
  await confirmRubric(at, userGuid, token)
  const schedules = await doCall(at, calls.schedules, { query: { userGuid } }, token)
  const schedule = schedules.find((one) => one.examGuid === examGuid && !one.completed)
  if (!schedule) throw new Error(`${username} has no such exam to sit.`)
  const query = {
    ...{ userGuid, scheduleGuid: schedule.guid, scheduleType: schedule.scheduleType, examGuid },
    ...{ examObjectTypeGuid: schedule.examTypeGuid, versionNumber: schedule.version },
  }
  const { formRunGUID: formRunGuid } = await doCall(at, calls.start, { query }, token)
  const writerId = randomUUID()
  let sequence = 0
  let part = ''

  /** Comes to the part of a question, as the player does: what is sealed is opened by it. */
  const enter = async (question: string) => {
    const to = parts.find(({ questions }) => questions.includes(question))?.id ?? ''
    if (to === part) return
    part = to
    await tryCall(at, calls.partKey, { body: { formRunGuid, partId: to, page: question } }, token)
  }

  return {
    username,
    formRunGuid,
    /** Stores an answer. */
    save: async (question: string, answer: Answer, elapsedSeconds: number): Promise<void> => {
      await enter(question)
      // Above every number of a run before this one.
      sequence = Math.max(sequence + 1, Date.now())
      const number = parts.flatMap(({ questions }) => questions).indexOf(question) + 1
      const body = {
        ...worded(question, answer),
        ...{
          timeRemaining: examSeconds - elapsedSeconds,
          elapsedTime: elapsedSeconds,
          page: question,
          formRunGuid,
          questionNumber: number,
        },
        ...{ questionVersionId: question, questionVersionNumber: 1, objectID: 0, workings: '' },
        ...{ requestId: randomUUID(), writerId, sequence },
      }
      await doCall(at, calls.saveAnswer, { body }, token)
    },
    /** Lets the server know that the page is there. */
    beThere: async (): Promise<void> => {
      await doCall(at, calls.dashState, { query: { formRunGuid } }, token)
    },
    upload: (question: string, fileName: string, bytes: Uint8Array<ArrayBuffer>) => {
      const file = new File([bytes], fileName, { type: 'application/pdf' })
      const body = { formRunGUID: formRunGuid, requestId: randomUUID(), fileName, question }
      return doCall(at, calls.uploadFile, { body, file }, token)
    },
    handIn: (elapsedSeconds: number) =>
      doCall(
        at,
        calls.complete,
        { body: { formRunGuid, timeRemaining: examSeconds - elapsedSeconds, elapsedTime: elapsedSeconds } },
        token,
      ),
  }
}
