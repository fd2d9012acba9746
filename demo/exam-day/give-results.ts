import { randomUUID } from 'node:crypto'
import { calls } from '@sitwell/contract'
import type { OfficeBrowser } from '../../apps/server/src/testing/office-browser.ts'
import { examsOfDay, pilots, responders, resultSessions } from './arrange-day.ts'
import { fireAnswers } from './made-up-answers.ts'
import { openAs } from './open-as.ts'
import { readPaper } from './paper.ts'
import { seatLearner } from './simulated-learner.ts'

const paper = readPaper('fire-safety')

/** The password of all made-up people. */
const password = 'demo'

/** Whether a learner comes at all: the others have an outcome that staff decide. */
const comes = (number: number): boolean => number % 20 !== 13

/** Has one learner sit the test of fire safety and hand it in. */
export const sitFire = async (origin: string, orgId: number, username: string, number: number): Promise<void> => {
  const learner = await seatLearner({ origin, orgId, username, password, examGuid: examsOfDay.fire }, paper)
  for (const [question, answer] of fireAnswers(number)) await learner.save(question, answer, 60)
  await learner.handIn(600)
}

const deliveryNamed = async (officer: OfficeBrowser, name: string): Promise<string> => {
  const { deliveries } = await officer.doIt(calls.officeDeliveries, { query: { limit: 100 } })
  const found = deliveries.find((one) => one.name === name)
  if (!found) throw new Error(`There is no delivery ${name}.`)
  return found.deliveryID
}

/** Decides the outcomes of those who did not come: the first one brought a note. */
const decideAbsent = async (officer: OfficeBrowser, deliveryID: string): Promise<void> => {
  const query = { deliveryID, set: 'now', limit: 100 } as const
  const { rows } = await officer.doIt(calls.officeDeliveryResultRows, { query })
  const away = rows.flatMap((row) =>
    row.sittings === 0 && row.userID !== undefined ? [{ userID: row.userID, basedOn: row.basedOn }] : [],
  )
  const decide = (people: typeof away, outcome: 'absent' | 'excused', reason: string) =>
    officer.doIt(calls.officeSetOutcomes, { body: { deliveryID, people, outcome, reason, requestId: randomUUID() } })
  if (away.length > 0) await decide(away.slice(0, 1), 'excused', 'A doctor’s note came before the exam.')
  if (away.length > 1) await decide(away.slice(1), 'absent', 'Did not come.')
}

const closeAndCompute = async (officer: OfficeBrowser, deliveryID: string) => {
  const { results } = await officer.doIt(calls.officeDeliveryResults, { query: { deliveryID } })
  const { responses: waiting } = results.waiting
  await officer.doIt(calls.officeCloseMarking, { body: { deliveryID, isClosed: true, waiting } })
  return (await officer.doIt(calls.officeComputeResults, { body: { deliveryID, requestId: randomUUID() } })).set
}

/**
 * Has people sit two sessions of the test of fire safety, and gives their results as far as staff have come: of the session of 60 they are computed, and one
 * question is adverse, since whoever knows much gets it wrong by its key; those of the pilot are released, signed by two people. `most`: people of each.
 */
export const giveResults = async (origin: string, orgId: number, most = Number.POSITIVE_INFINITY): Promise<void> => {
  for (const people of [responders, pilots])
    for (const [number, username] of people.slice(0, most).entries())
      if (comes(number)) await sitFire(origin, orgId, username, number)
  const officer = await openAs(origin, orgId, 'officer')
  const session = await deliveryNamed(officer, resultSessions.computed)
  await decideAbsent(officer, session)
  await closeAndCompute(officer, session)
  const pilot = await deliveryNamed(officer, resultSessions.released)
  await decideAbsent(officer, pilot)
  const { set, hash } = await closeAndCompute(officer, pilot)
  const named = { deliveryID: pilot, set, hash }
  await officer.doIt(calls.officeConfirmResults, { body: named })
  const chief = await openAs(origin, orgId, 'chief')
  await chief.doIt(calls.officeConfirmResults, { body: named })
  await officer.doIt(calls.officeReleaseResults, { body: named })
}
