import { setTimeout as wait } from 'node:timers/promises'
import type { Answer } from './answer-of.ts'
import { arrangeDay, examsOfDay, reporters, underWay } from './arrange-day.ts'
import { giveResults } from './give-results.ts'
import { foodAnswers, notebookPage, reportAnswers } from './made-up-answers.ts'
import { markReports } from './mark-reports.ts'
import { openAs } from './open-as.ts'
import { readPaper } from './paper.ts'
import { seatLearner } from './simulated-learner.ts'

const reportName = 'Fieldwork Report, Level 3'

/** The password of all made-up people. */
const password = 'demo'

/** The exams of the day that are sat. */
export const papers = { food: readPaper('food-safety'), report: readPaper('fieldwork') }

const at = { orgId: 1, password }

/** Has one learner write the fieldwork report and hand it in, with a page of their notebook if they brought one. */
export const writeReport = async (origin: string, username: string, number: number): Promise<void> => {
  const learner = await seatLearner({ ...at, origin, username, examGuid: examsOfDay.report }, papers.report)
  for (const [question, answer] of reportAnswers(number)) await learner.save(question, answer, 60)
  if (number % 4 !== 3) await learner.upload('report-notes', `Notes of ${username}.pdf`, notebookPage(number))
  await learner.handIn(3600)
}

/** How a learner goes on: who `dozes` loses the network from time to time, who is `quick` hands in, and who is `late` has not come. */
export type Manner = 'steady' | 'dozes' | 'quick' | 'late'
export const mannerOf = (number: number): Manner =>
  number % 10 === 7 ? 'dozes' : number % 15 === 4 ? 'quick' : number % 15 === 12 ? 'late' : 'steady'

/** What a learner does next: an answer grows as it is typed, or is changed. */
export const nextAct = (
  step: number,
  answers: readonly (readonly [string, Answer])[],
): readonly [string, Answer] | undefined => {
  const at = answers[Math.floor(step / 3)]
  if (!at) return undefined
  const [question, answer] = at
  const { length } = answer.answerText
  return answer.options.length > 0
    ? at
    : [question, { ...answer, answerText: answer.answerText.slice(0, Math.ceil((length * ((step % 3) + 1)) / 3)) }]
}

const secondsBetween = (number: number, step: number) => 6 + ((number * 7 + step * 13) % 20)

const sitFood = async (origin: string, username: string, number: number, signal: AbortSignal) => {
  const manner = mannerOf(number)
  if (manner === 'late') return
  const learner = await seatLearner({ ...at, origin, username, examGuid: examsOfDay.food }, papers.food)
  const answers = foodAnswers(number)
  const startedMs = Date.now()
  // Some were here before the others.
  const before = number % 12
  for (let step = 0; !signal.aborted; step += 1) {
    const elapsed = Math.round((Date.now() - startedMs) / 1000)
    const isAway = manner === 'dozes' && step % 12 > 6
    const act = nextAct(step, answers)
    if (!isAway) {
      if (act) await learner.save(act[0], act[1], elapsed)
      else await learner.beThere()
    }
    if (manner === 'quick' && step === answers.length) return learner.handIn(elapsed)
    if (step >= before) await wait(secondsBetween(number, step) * 1000, undefined, { signal, ref: false })
  }
}

/**
 * Plans the day of exams of the demonstration's college and has simulated learners sit it, in this process, until the signal ends it.
 * What a learner is refused ends them alone. After a later start those go on whose exam is still open.
 */
export const runDay = async (origin: string, signal: AbortSignal): Promise<void> => {
  const officer = await openAs(origin, at.orgId, 'officer')
  const isNew = await arrangeDay(officer, Date.now())
  const sitting = underWay.map((username, number) =>
    sitFood(origin, username, number, signal).catch(
      (error: unknown) => signal.aborted || console.error(`${username} sits no more.`, error),
    ),
  )
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
