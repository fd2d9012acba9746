import { randomUUID } from 'node:crypto'
import { calls, type InputOf, type MarkingItem } from '@sitwell/contract'
import { createExamCache, nobodyLive } from '../assessment/form-run/index.ts'
import { letLateCount } from '../dashboard/accept-late-answers.ts'
import { reopenFormRun } from '../dashboard/reopen.ts'
import type { AuthoredExam } from '../import/authored-exam.ts'
import type { OfficeBrowser } from './office-browser.ts'
import { openOffice } from './open-office.ts'
import type { TestServer } from './start-test-server.ts'
import { arrange, doCall, examOf, personOf, saveOf, signIn, tryCall } from './test-world.ts'

interface Wishes {
  readonly exam?: AuthoredExam
  /** What each learner writes for the question that a person marks; '' is nothing. */
  readonly answers?: readonly string[]
  readonly settings?: Readonly<Record<string, string>>
}

/** What a learner does in their exam before they hand it in. */
type Sitting = Awaited<ReturnType<typeof sit>>

const sit = async (server: TestServer, { world, at }: { world: Awaited<ReturnType<typeof arrange>>; at: number }) => {
  const { access_token: token, UserGUID: userGuid } = await signIn(server, world, `learner-${at + 1}`)
  const query = { ...world.entry, userGuid, scheduleGuid: `${world.prefix}-schedule-${at + 1}` }
  const { formRunGUID: formRunGuid } = await doCall(server, calls.start, { query }, token)
  const write = (answerText: string, more: Partial<InputOf<typeof calls.saveAnswer>['body']> = {}) =>
    doCall(
      server,
      calls.saveAnswer,
      { body: saveOf(world, formRunGuid, { questionVersionId: `${world.prefix}-q3`, answerText, options: [], ...more }) },
      token,
    )
  const upload = (body: InputOf<typeof calls.uploadFile>['body'], file: Blob) =>
    tryCall(server, calls.uploadFile, { body, file }, token)
  const handIn = () => doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 10, elapsedTime: 590 } }, token)
  return { token, userGuid, formRunGuid, write, upload, handIn }
}

/**
 * An organisation with learners whose names are easy to find in a reply, two markers, a chief examiner, an exams officer, an owner and somebody without a role; and the sittings of the
 * learners, handed in.
 */
export const arrangeMarking = async (
  server: TestServer,
  orgId: number,
  { exam, answers = ['Because.'], settings = {} }: Wishes = {},
) => {
  const prefix = `o${orgId}`
  const content = exam ?? examOf(prefix)
  const learners = answers.map((_, at) => ({
    ...personOf(prefix, `learner-${at + 1}`, at + 1),
    ...{
      firstName: `Zebedia${at}`,
      lastName: `Quagmire${at}`,
      email: `zebedia${at}@example.org`,
      learnerIdentifier: `NQ-77${at}`,
    },
  }))
  const staff = [
    ...(['marker', 'marker', 'chief-examiner', 'exams-officer', 'owner'] as const).map((role, at) => ({
      ...personOf(prefix, ['mark-1', 'mark-2', 'chief', 'officer', 'owner'][at] ?? '', 900 + at),
      ...{ firstName: `Staff${at}`, lastName: `Person${at}`, roles: [role] },
    })),
    personOf(prefix, 'narrow', 950),
  ]
  const schedules = answers.map((_, at) => ({
    guid: `${prefix}-schedule-${at + 1}`,
    username: `learner-${at + 1}`,
    exam: content.examGuid,
    releasePolicy: 'confirmed' as const,
  }))
  const file = { people: [...learners, ...staff], schedules, settings: { OfficeSecondStep: 'off', ...settings } }
  const world = await arrange(server, { orgId, exam: content, file })
  const sittings: Sitting[] = []
  for (const [at, text] of answers.entries()) {
    const sitting = await sit(server, { world, at })
    if (text !== '') await sitting.write(text)
    sittings.push(sitting)
  }
  const context = { database: server.db, clock: server.clock, exams: createExamCache(server.db, server.clock.nowMs) }
  const live = { ...context, live: nobodyLive }
  const command = { orgId, author: 'command' }
  const open = (username: string) => openOffice(server, orgId, username)
  const queues = async (one: OfficeBrowser) => (await one.doIt(calls.officeMarkingQueues, { query: {} })).queues
  const next = async (one: OfficeBrowser, count = 1, held?: string[]) => {
    const [queue] = await queues(one)
    return one.doIt(calls.officeMarkingNext, { body: { queueID: queue?.queueID ?? 'none', count, ...(held && { held }) } })
  }
  type Given = Partial<InputOf<typeof calls.officeMarkingGive>['body']>
  const bodyOf = (item: MarkingItem, more: Given = {}) => ({
    ...{ responseID: item.responseID, requestId: randomUUID(), basedOn: item.newestEntry, marks: 2 },
    ...(item.sequence !== undefined && { sequence: item.sequence }),
    ...(item.files !== undefined && { files: item.files }),
    ...more,
  })
  return {
    ...{ orgId, prefix, world, exam: content, sittings, open, queues, next, bodyOf, context },
    handInAll: async () => {
      for (const sitting of sittings) await sitting.handIn()
    },
    give: (one: OfficeBrowser, item: MarkingItem, more: Given = {}) =>
      one.doIt(calls.officeMarkingGive, { body: bodyOf(item, more) }),
    show: async (one: OfficeBrowser, responseID: string) =>
      (await one.doIt(calls.officeMarkingResponse, { query: { responseID } })).response,
    reopen: (formRunGuid: string) => reopenFormRun(live, command, { formRunGuid, reason: 'It was too early.' }),
    acceptLate: (formRunGuid: string) => letLateCount(live, command, { formRunGuid }),
  }
}

export type MarkingDesk = Awaited<ReturnType<typeof arrangeMarking>>
