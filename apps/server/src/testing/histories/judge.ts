import { calls, type DashFormRun } from '@sitwell/contract'
import { answersChecksum, countGiven } from '@sitwell/exam/answers/receipt'
import { findingsOf, verifyFormRun } from '../../assessment/evidence/verify-form-run.ts'
import { createExamCache } from '../../assessment/form-run/exam-cache.ts'
import { optionsOf, standingRows } from './attempts.ts'
import type { Typed } from './requests.ts'
import type { Room } from './room.ts'
import { partsAsked } from './route.ts'
import { checked, complete, type ServerSide } from './server-side.ts'
import { isOver, type Stand, type Truth, timeEvents } from './truth.ts'

/** Seconds by which what is told may differ: it is told in whole ones, rounded up. */
const rounded = 1

const expectedStatus = (truth: Truth): DashFormRun['status'] => {
  const stand = truth.now()
  if (stand.isCompleted) return 'completed'
  if (stand.isPaused) return 'paused'
  return isOver(stand) ? 'time-up' : 'running'
}

const isUpEarly = ({ mayHaveLess }: ServerSide, status: string) => mayHaveLess && status === 'time-up'

/** Of an exam that is over or completed less may be told: nothing of it can be used. */
const mayBeLess = ({ mayHaveLess }: ServerSide, stand: Stand) => mayHaveLess || stand.isCompleted || isOver(stand)

/** The time that is told of a part: of a one-way one with what is to read of it. */
const dueOf = ({ left, isOneWay, reading }: Stand['parts'][number]) => {
  if (left === undefined) return undefined
  return isOneWay ? left + reading : left
}

/**
 * Holds what an invigilator is told against the truth. `isHostile`: somebody sends claims of less time too, which the server may
 * believe; more than the truth it never may.
 */
export const judgeShown = async (side: ServerSide, isHostile: boolean): Promise<void> => {
  const { sitting, truth, faults } = side
  const [formRun] = await sitting.look(calls.dashFormRuns, { query: { scheduleGuid: sitting.scheduleGuid } })
  const state = formRun?.state
  if (!formRun || !state) return void faults.push('the form run is not in the list')
  const stand = truth.now()
  const say = (what: string, is: unknown, due: unknown) =>
    faults.push(`second ${truth.second()}: ${what} is ${is}, and ${due} by the rules`)
  if (stand.isPaused && !stand.isCompleted && (state.resumeOffer !== undefined) !== (stand.offered !== undefined))
    say('the offer to go on', state.resumeOffer, stand.offered)
  const isShorter = isUpEarly(side, formRun.status)
  if (formRun.status !== expectedStatus(truth) && !isShorter) say('the status', formRun.status, expectedStatus(truth))
  const isLessFine = isHostile || mayBeLess(side, stand)
  const within = (what: string, is: number, due: number) => {
    if (is > due + rounded || (!isLessFine && is < due - rounded)) say(what, is, due)
  }
  if (stand.left !== undefined) within('the time left', state.examTimeRemaining, stand.left)
  for (const part of stand.parts) {
    const section = state.sections.find(({ id }) => id === part.id)
    if (!section) return void faults.push(`nothing is told of ${part.id}`)
    if (section.complete !== part.isClosed) say(`${part.id} complete`, section.complete, part.isClosed)
    within(`the reading left of ${part.id}`, section.readingTimeRemaining, part.reading)
    const due = dueOf(part)
    if (due !== undefined) within(`the time left of ${part.id}`, section.sectionTimeRemaining, due)
  }
}

/** Seconds after the end in which a server leaves it to the learner's browser to complete; with the most that it waits for anything. */
const leftToBrowser = 55
const longestWait = 1300

/** The server has looked for exams that are over: it completes none too early, and leaves none. */
export const judgeServer = async (side: ServerSide): Promise<void> => {
  const { sitting, truth, faults } = side
  const now = truth.second()
  const stand = truth.now()
  const [formRun] = await sitting.look(calls.dashFormRuns, { query: { scheduleGuid: sitting.scheduleGuid } })
  const isCompleted = formRun?.status === 'completed'
  if (isCompleted && !stand.isCompleted) {
    if (!isOver(truth.at(now - leftToBrowser)) && !side.mayHaveLess)
      faults.push(`second ${now}: the server completes too early`)
    complete(side, 'server')
  }
  const wasOver = isOver(truth.at(Math.max(-1, now - longestWait))) && side.awayUntil < now - longestWait
  if (wasOver && !stand.isPaused && !isCompleted) faults.push(`second ${now}: nobody completes what is over`)
}

/** Whether it could have been typed, up to the grace, while its part was open, by all that is known now. */
const couldCount = (
  { truth, moves, sitting, mayHaveRead }: ServerSide,
  { question, at, claimableFrom, wasOpen, isUnsealed = false, isBarred = false }: Typed,
  graceSeconds: number,
): boolean => {
  if (isUnsealed || isBarred) return false
  if (wasOpen) return true
  // A part that was passed over may have been sat without a network: right after that the server asks for no reading of it.
  const isPassedOver = question.partId !== `${sitting.prefix}-p0` && !moves.some(({ partId }) => partId === question.partId)
  for (let second = Math.max(-1, claimableFrom - graceSeconds - rounded); second <= at; second += 1) {
    const then = truth.at(second)
    const there = structuredClone(then)
    timeEvents.enter(question.partId)(there)
    const part = there.parts.find(({ id }) => id === question.partId)
    if (
      part &&
      !there.isPaused &&
      !part.isClosed &&
      (isPassedOver || mayHaveRead || part.reading <= rounded) &&
      part.left !== 0 &&
      there.left !== 0
    )
      return true
  }
  return false
}

/** Whether it was typed in time, by all that is known now, and came while it still counted without anybody's say. */
const isDue = ({ truth, shape, heardAt, shown, mayHaveLess }: ServerSide, typed: Typed, graceSeconds: number): boolean => {
  const { at, cameAt, isHonest, question, isBarred = false } = typed
  if (!isHonest || isBarred || cameAt === undefined || mayHaveLess || (shown && shown.second <= cameAt)) return false
  const isOpenAt = (second: number) => {
    const there = truth.at(second)
    timeEvents.enter(question.partId)(there)
    const part = there.parts.find(({ id }) => id === question.partId)
    const isStanding = there.isPaused || there.isCompleted
    return part !== undefined && !isStanding && !part.isClosed && part.reading === 0 && part.left !== 0 && there.left !== 0
  }
  if (!isOpenAt(at)) return false
  // Nothing was heard since: it could not come before, and its evidence says when it was typed.
  if (shape.offlineAnswers === 'count' && !heardAt.some((second) => at < second && second < cameAt)) return true
  for (let second = Math.max(at, cameAt - graceSeconds); second <= cameAt; second += 1) if (isOpenAt(second)) return true
  return false
}

/** Holds the answers that stand, and what was told of them, against what was typed when. */
export const judgeAnswers = async (side: ServerSide, { server, graceSeconds }: Room): Promise<void> => {
  const { sitting, faults, typed } = side
  const rows = await server.db.kysely
    .selectFrom('answer')
    .selectAll()
    .where('form_run_guid', '=', sitting.formRunGuid)
    .execute()
  const acceptedAt = side.lateAcceptedAt ?? -1
  const standing = new Map(rows.map((row) => [row.question_id, row]))
  for (const row of rows) {
    const option = (JSON.parse(row.answer) as { options: { optionID: string }[] }).options[0]?.optionID
    const from = typed.filter(
      (one) => one.question.id === row.question_id && (one.sequence ?? row.sequence) === row.sequence && one.option === option,
    )
    if (from.length === 0) faults.push(`an answer to ${row.question_id} stands that nobody gave`)
    else if (!from.some((one) => (one.cameAt ?? 0) <= acceptedAt || couldCount(side, one, graceSeconds)))
      faults.push(`an answer to ${row.question_id} counts that was typed at ${from.map(({ at }) => at)}, out of its time`)
  }
  for (const one of typed) {
    if (!isDue(side, one, graceSeconds)) continue
    const held = standing.get(one.question.id)
    if (!held || one.sequence === undefined || held.sequence < one.sequence)
      faults.push(`the answer ${one.option} to ${one.question.id}, typed at ${one.at} and come at ${one.cameAt}, doesn't count`)
  }
}

/** How many questions are right that the learner was asked, by what they have handed in, or left standing. */
const rightIn = async (side: ServerSide, room: Room): Promise<number> => {
  const { sitting, shape, decided } = side
  const options = optionsOf(side, await standingRows(side, room))
  const asked = shape.isRouted ? partsAsked(sitting.prefix, options, decided) : undefined
  return sitting.questions.filter(({ id, partId }) => asked?.get(partId) !== false && options.isRight(id)).length
}

/** Asks for the result as the learner does, and holds it against the answers that stand, and what was told before. */
export const judgeResult = async (side: ServerSide, room: Room): Promise<void> => {
  const { server } = room
  const { sitting, faults } = side
  const { formRunGuid } = sitting
  const reply = checked(side, 'result', await sitting.ask(calls.result, { query: { formRunGuid } }))
  if (reply.status !== 200) return void faults.push(`the result is refused: ${reply.text}`)
  const { marked, score, receipt } = calls.result.reply.parse(JSON.parse(reply.text))
  const rows = await server.db.kysely.selectFrom('answer').selectAll().where('form_run_guid', '=', formRunGuid).execute()
  const answers = rows.map((row) => ({ questionId: row.question_id, answer: JSON.parse(row.answer), workings: row.workings }))
  const right = await rightIn(side, room)
  const { isCompleted } = side.truth.now()
  if (marked && !isCompleted) faults.push('a result is told of an exam that is under way')
  if ((receipt !== undefined) !== isCompleted) faults.push(`a receipt ${receipt ? 'is' : "isn't"} there`)
  if (receipt) {
    const checksum = await answersChecksum(formRunGuid, answers, globalThis.crypto.subtle)
    if (receipt.checksum !== checksum || receipt.answers !== countGiven(answers))
      faults.push('the receipt is not of what stands')
  }
  if (!marked) return
  if (score !== right) faults.push(`the score is ${score}, and ${right} by the answers that stand`)
  if (side.shown && !side.shown.mayChange && side.shown.score !== score)
    faults.push(`the score was ${side.shown.score} when it was told, and is ${score}`)
  side.isShown = true
  side.shown = { score, mayChange: false, second: side.shown?.second ?? side.truth.second() }
}

/** What is kept of the sitting holds together: ledger and history follow from entry to entry, and from them all else. */
export const judgeEvidence = async (side: ServerSide, { server }: Room): Promise<void> => {
  const { formRunGuid } = side.sitting
  const context = { database: server.db, exams: createExamCache(server.db, server.clock.nowMs), clock: server.clock }
  const run = await server.db.kysely
    .selectFrom('form_run')
    .selectAll()
    .where('form_run_guid', '=', formRunGuid)
    .executeTakeFirstOrThrow()
  for (const finding of findingsOf(await verifyFormRun(context, run))) side.faults.push(`verify finds: ${finding}`)
}
