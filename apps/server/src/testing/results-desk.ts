import { calls } from '@sitwell/contract'
import { arrangeDeliveries } from './delivery-desk.ts'
import type { OfficeBrowser } from './office-browser.ts'
import { openOffice } from './open-office.ts'
import type { TestServer } from './start-test-server.ts'
import { doCall, examOf, saveOf, signIn } from './test-world.ts'

/** An exam that the key marks alone: two marks for each of two questions. */
const markedByKey = (prefix: string) => {
  const whole = examOf(prefix)
  const [section] = whole.sections
  const questions = section && 'questions' in section ? section.questions?.slice(0, 2) : []
  return examOf(prefix, { sections: [{ ...section, questions }] } as Partial<typeof whole>)
}

interface Wishes {
  /** The exam has a question that a person marks. */
  readonly isMarkedByPerson?: boolean
  readonly release?: 'confirmed' | 'exam' | 'immediately'
}

/** A delivery to learners 1, 2 and 3 on 3 December 2026 from 09:30 to 09:45 in London, with an exams officer and an owner who release its results. */
export const arrangeResults = async (
  server: TestServer,
  orgId: number,
  { isMarkedByPerson = false, release = 'confirmed' }: Wishes = {},
) => {
  const prefix = `o${orgId}`
  const desk = await arrangeDeliveries(server, orgId, isMarkedByPerson ? examOf(prefix) : markedByKey(prefix))
  const staff = { officer: desk.officer, owner: await openOffice(server, orgId, 'owner') }
  /** Staff sign in again, after their sessions have ended. */
  const reopen = async () => {
    staff.officer = await openOffice(server, orgId, 'officer')
    staff.owner = await openOffice(server, orgId, 'owner')
  }
  const window = { opens: '2026-12-03T09:30', closes: '2026-12-03T09:45' }
  const { deliveryID } = await desk.applied({ window, rules: { ...desk.fields().rules, release } })
  const tokens = new Map<number, { readonly token: string; readonly formRunGuid: string }>()
  /** A learner begins, and answers the first question rightly or wrongly. */
  const begin = async (learner: number, isRight = true) => {
    const { token, userGuid, list } = await desk.schedulesOf(learner)
    const { examGuid, examTypeGuid: examObjectTypeGuid, version: versionNumber } = desk.exam
    const scheduleGuid = list.at(-1)?.guid ?? ''
    const query = { userGuid, scheduleGuid, scheduleType: 1, examGuid, examObjectTypeGuid, versionNumber }
    const { formRunGUID: formRunGuid } = await doCall(server, calls.start, { query }, token)
    const [optionID, optionText] = isRight ? ['b', 'Birch'] : ['a', 'Ash']
    const body = saveOf(desk, formRunGuid, { answerText: optionText, options: [{ optionID, optionText }], sequence: 1 })
    await doCall(server, calls.saveAnswer, { body }, token)
    if (isMarkedByPerson) {
      const written = {
        questionVersionId: `${prefix}-q3`,
        page: `${prefix}-q3`,
        answerText: 'Because.',
        options: [],
        sequence: 2,
      }
      await doCall(server, calls.saveAnswer, { body: saveOf(desk, formRunGuid, written) }, token)
    }
    tokens.set(learner, { token, formRunGuid })
    return formRunGuid
  }
  const ownOf = (learner: number) => {
    const own = tokens.get(learner)
    if (!own) throw new Error(`Learner ${learner} has not begun`)
    return own
  }
  const handIn = async (learner: number) => {
    const { access_token: token } = await signIn(server, { orgId }, `learner-${learner}`)
    const { formRunGuid } = ownOf(learner)
    await doCall(server, calls.complete, { body: { formRunGuid, timeRemaining: 10, elapsedTime: 590 } }, token)
  }
  const sit = async (learner: number, isRight = true) => {
    const guid = await begin(learner, isRight)
    await handIn(learner)
    return guid
  }
  /** What a learner is shown of their result. */
  const shown = async (learner: number) => {
    const { access_token: token } = await signIn(server, { orgId }, `learner-${learner}`)
    return doCall(server, calls.result, { query: { formRunGuid: ownOf(learner).formRunGuid } }, token)
  }
  const facts = async (one: OfficeBrowser = staff.officer) =>
    (await one.doIt(calls.officeDeliveryResults, { query: { deliveryID } })).results
  const rows = async (set: number | 'now' = 'now', more: object = {}, one: OfficeBrowser = staff.officer) =>
    (await one.doIt(calls.officeDeliveryResultRows, { query: { deliveryID, set, ...more } })).rows
  const compute = async (one: OfficeBrowser = staff.officer) =>
    (await one.doIt(calls.officeComputeResults, { body: { deliveryID } })).set
  const setOf = async (set: number) => {
    const found = (await facts()).sets.find((one) => one.set === set)
    if (!found) throw new Error(`No set ${set}`)
    return found
  }
  const sign = async (set: number, one: OfficeBrowser, waiver?: string) =>
    (
      await one.doIt(calls.officeConfirmResults, {
        body: { deliveryID, set, hash: (await setOf(set)).hash, ...(waiver !== undefined && { waiver }) },
      })
    ).set
  const confirm = async (set: number) => {
    await sign(set, staff.officer)
    return sign(set, staff.owner)
  }
  const release_ = async (set: number, at?: string) =>
    (
      await staff.officer.doIt(calls.officeReleaseResults, {
        body: { deliveryID, set, hash: (await setOf(set)).hash, ...(at !== undefined && { at }) },
      })
    ).set
  const withdraw = async (set: number, reason = 'A wrong list') =>
    (
      await staff.officer.doIt(calls.officeWithdrawResults, {
        body: { deliveryID, set, hash: (await setOf(set)).hash, reason },
      })
    ).set
  const basedOn = async (userIDs: readonly number[]) => {
    const now = await rows()
    return userIDs.map((userID) => ({ userID, basedOn: now.find((row) => row.userID === userID)?.basedOn ?? 0 }))
  }
  const decide = async (
    userIDs: readonly number[],
    outcome: 'absent' | 'derived' | 'excused' | 'malpractice' | 'sat' | 'void' | 'withdrawn',
    reason = 'A sick note',
  ) => staff.officer.doIt(calls.officeSetOutcomes, { body: { deliveryID, people: await basedOn(userIDs), outcome, reason } })
  const withhold = async (userIDs: readonly number[], isWithheld = true) =>
    staff.officer.doIt(calls.officeWithholdResults, {
      body: { deliveryID, people: await basedOn(userIDs), isWithheld, reason: 'Under investigation' },
    })
  return {
    ...{
      ...desk,
      staff,
      reopen,
      deliveryID,
      sit,
      beginExam: begin,
      handIn,
      shown,
      ownOf,
      facts,
      rows,
      compute,
      setOf,
      sign,
      confirm,
    },
    ...{ release: release_, withdraw, decide, withhold, basedOn },
  }
}

export type ResultsDesk = Awaited<ReturnType<typeof arrangeResults>>
