import { randomUUID } from 'node:crypto'
import { calls, type FormRunState, type LearnerAction } from '@sitwell/contract'
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

/** Facts of a simulated learner's page that it reports with its time. */
export interface PageLook {
  /** Milliseconds by which the device's clock is fast. */
  readonly clockOffMs: number
  readonly unsent: number
  readonly build: string
}

/** Whether a page may acknowledge an action by itself: a message waits until its learner has read it. */
const needsReading = ({ kind }: LearnerAction): boolean => kind === 'message'

/** Actions that are delivered and wait to be read, and how they are noted on the server. */
const createInbox = (send: (delivered: string[], acknowledged: string[]) => Promise<unknown>) => {
  const unread = new Set<string>()
  return async (actions: readonly LearnerAction[]): Promise<void> => {
    const ids = actions.map(({ actionID }) => actionID)
    const done = actions.filter((one) => !needsReading(one) || unread.has(one.actionID)).map(({ actionID }) => actionID)
    for (const one of actions) if (needsReading(one)) unread.add(one.actionID)
    if (ids.length > 0) await send(ids, done)
  }
}

/** Signs a learner in who was scheduled for an exam. Throws if there is no such exam that they have not handed in. */
export const arriveLearner = async (
  { origin, orgId, username, password, examGuid }: Seat,
  { examSeconds, parts, worded }: Paper,
) => {
  const at = { origin }
  const { access_token: token, UserGUID: userGuid } = await doCall(at, calls.token, credentials({ orgId }, username, password))
  await confirmRubric(at, userGuid, token)
  const schedules = await doCall(at, calls.schedules, { query: { userGuid } }, token)
  // The latest one: an earlier day of the demonstration may have left one that nobody handed in.
  const schedule = schedules
    .filter((one) => one.examGuid === examGuid && !one.completed)
    .sort((one, other) => (one.startDt ?? '').localeCompare(other.startDt ?? ''))
    .at(-1)
  if (!schedule) throw new Error(`${username} has no such exam to sit.`)
  const note = createInbox((delivered, acknowledged) =>
    doCall(at, calls.noteLearnerActions, { body: { delivered, acknowledged } }, token),
  )

  /** Begins the exam, or continues it. Each act of what it returns throws if the server refuses it. */
  const begin = async () => {
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

    /** Reads the state of the exam. After a pause, a break or a grant that was read, the learner resumes. */
    const look = async (): Promise<FormRunState> => {
      const state = await doCall(at, calls.dashState, { query: { formRunGuid } }, token)
      if (state.completed || state.resumeOffer === undefined) return state
      const body = { formRunGuid, offer: state.resumeOffer.number, requestId: randomUUID() }
      return doCall(at, calls.resumeSitting, { body }, token)
    }

    return {
      username,
      formRunGuid,
      look,
      /** Stores an answer. */
      save: async (question: string, answer: Answer, elapsedSeconds: number): Promise<void> => {
        await enter(question)
        // Above every number of a run before this one.
        sequence = Math.max(sequence + 1, Date.now())
        const number = parts.flatMap(({ questions }) => questions).indexOf(question) + 1
        const body = {
          ...worded(question, answer),
          ...{
            timeRemaining: Math.max(0, examSeconds - elapsedSeconds),
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
      /**
       * Reports the page, with the time of `state`. Actions of staff that come with the reply are delivered, and acknowledged immediately; a message is acknowledged
       * by the next report.
       */
      report: async ({ examTime, examTimeRemaining }: FormRunState, { clockOffMs, ...page }: PageLook): Promise<void> => {
        const body = {
          ...{ formRunGuid, deviceMs: Date.now() + clockOffMs, ...page },
          ...(examTime > 0 && { leftMs: Math.round(examTimeRemaining * 1000) }),
        }
        await note((await doCall(at, calls.pageReport, { body }, token)).actions)
      },
      /** Asks the invigilators for more time. */
      askForTime: () =>
        doCall(
          at,
          calls.requestExtension,
          { body: { orgID: orgId, formRunGuid, resumes: true, requestId: randomUUID() } },
          token,
        ),
      upload: (question: string, fileName: string, bytes: Uint8Array<ArrayBuffer>) => {
        const file = new File([bytes], fileName, { type: 'application/pdf' })
        const body = { formRunGUID: formRunGuid, requestId: randomUUID(), fileName, question }
        return doCall(at, calls.uploadFile, { body, file }, token)
      },
      handIn: (elapsedSeconds: number) =>
        doCall(
          at,
          calls.complete,
          {
            body: {
              formRunGuid,
              timeRemaining: Math.max(0, examSeconds - elapsedSeconds),
              elapsedTime: elapsedSeconds,
            },
          },
          token,
        ),
    }
  }

  return {
    begin,
    /** Waits for the start as a page does, and notes what staff do meanwhile. Returns whether the exam may be begun now. */
    mayBegin: async (): Promise<boolean> => {
      const { canStart, actions } = await doCall(at, calls.awaitStart, { query: { scheduleGuid: schedule.guid } }, token)
      await note(actions)
      return canStart
    },
  }
}

/** Signs a learner in who was scheduled for an exam, and begins it, or continues it. */
export const seatLearner = async (seat: Seat, paper: Paper) => (await arriveLearner(seat, paper)).begin()

export type SimulatedLearner = Awaited<ReturnType<typeof seatLearner>>
