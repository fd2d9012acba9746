import { setTimeout as wait } from 'node:timers/promises'
import { arrangeDay, early, examsOfDay, reporters, underWay } from './arrange-day.ts'
import { giveResults } from './give-results.ts'
import { fireAnswers, foodAnswers, notebookPage, reportAnswers } from './made-up-answers.ts'
import { markReports } from './mark-reports.ts'
import { openAs } from './open-as.ts'
import { readPaper } from './paper.ts'
import { arriveLearner, seatLearner } from './simulated-learner.ts'
import { mannerOf, sitOn } from './sit-on.ts'

const reportName = 'Fieldwork Report, Level 3'

/** The password of all made-up people. */
const password = 'demo'

/** The exams of the day that are sat. */
export const papers = { food: readPaper('food-safety'), fire: readPaper('fire-safety'), report: readPaper('fieldwork') }

const at = { orgId: 1, password }

/** Has one learner write the fieldwork report and hand it in, with a page of their notebook if they brought one. */
export const writeReport = async (origin: string, username: string, number: number): Promise<void> => {
  const learner = await seatLearner({ ...at, origin, username, examGuid: examsOfDay.report }, papers.report)
  for (const [question, answer] of reportAnswers(number)) await learner.save(question, answer, 60)
  if (number % 4 !== 3) await learner.upload('report-notes', `Notes of ${username}.pdf`, notebookPage(number))
  await learner.handIn(3600)
}

/** Has one learner of the exam under way sit it; who is late does not come. */
const sitFood = async (origin: string, username: string, number: number, build: string, signal: AbortSignal) => {
  if (mannerOf(number) === 'late') return
  const learner = await seatLearner({ ...at, origin, username, examGuid: examsOfDay.food }, papers.food)
  await sitOn(learner, { number, answers: foodAnswers(number), build }, signal)
}

/** Milliseconds between two questions of a waiting page whether the exam has started. */
const startAgainMs = 8000

/** Has one learner wait for the start of the next exam, and sit it. */
const sitNext = async (origin: string, username: string, number: number, build: string, signal: AbortSignal) => {
  const arrived = await arriveLearner({ ...at, origin, username, examGuid: examsOfDay.fire }, papers.fire)
  while (!(await arrived.mayBegin())) await wait(startAgainMs + number * 50, undefined, { signal, ref: false })
  await sitOn(await arrived.begin(), { number, answers: fireAnswers(number), build }, signal)
}

/**
 * Plans the day of exams of the demonstration's college and has simulated learners sit it, in this process, until the signal ends it.
 * A refusal ends one learner alone. After a later start those go on whose exam is still open. `build` is the version of the server.
 */
export const runDay = async (origin: string, build: string, signal: AbortSignal): Promise<void> => {
  const officer = await openAs(origin, at.orgId, 'officer')
  const isNew = await arrangeDay(officer, Date.now())
  const ended = (username: string) => (error: unknown) => {
    if (!signal.aborted) console.error(`${username} sits no more: ${error instanceof Error ? error.message : String(error)}`)
  }
  const sitting = [
    ...underWay.map((username, number) => sitFood(origin, username, number, build, signal).catch(ended(username))),
    ...early.map((username, number) => sitNext(origin, username, number, build, signal).catch(ended(username))),
  ]
  if (isNew) {
    for (const [number, username] of reporters.entries())
      await writeReport(origin, username, number).catch((error: unknown) =>
        console.error(`${username} wrote no report.`, error),
      )
    await markReports(origin, at.orgId, reportName)
    await giveResults(origin, at.orgId).catch((error: unknown) => console.error('There are no results to look at.', error))
  }
  await Promise.all(sitting)
}
