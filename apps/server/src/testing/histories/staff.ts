import { randomUUID } from 'node:crypto'
import { calls } from '@sitwell/contract'
import { checked, type ServerSide } from './server-side.ts'
import type { StaffAct } from './steps.ts'
import { timeEvents } from './truth.ts'

/**
 * An administrator is there in the learner's name: nothing of it is the learner's contact, nor moves or gives time; the page that they
 * opened outranks those that were opened before, as any does.
 */
export const lookIn = async (side: ServerSide, absentTime: number): Promise<void> => {
  const { sitting, truth } = side
  const { formRunGuid } = sitting
  const ask = await sitting.asLearner()
  const opened = checked(side, 'look-in', await ask(calls.examJson, { query: sitting.entry }))
  if (opened.status === 200) side.lastSequence = Number(JSON.parse(opened.text).lastSequence ?? 0)
  checked(side, 'look-in', await ask(calls.dashState, { query: { formRunGuid } }))
  if (!truth.now().isCompleted) checked(side, 'look-in', await ask(calls.reportAbsence, { body: { formRunGuid, absentTime } }))
}

const targetOf = (side: ServerSide) => ({ formRunGuid: side.sitting.formRunGuid, requestId: randomUUID() })

/** Seconds for which a grant holds the time at most. */
const longestHold = 120

const decide = async (side: ServerSide, seconds: number): Promise<void> => {
  const { sitting, truth } = side
  const body = { ...targetOf(side), extendable: seconds }
  const answer = checked(side, 'decide', await sitting.command(calls.decideExtension, { body }))
  if (answer.status !== 200) return
  if (side.extension !== 'asked') side.faults.push('an extension was decided that nobody asks for')
  side.extension = seconds > 0 ? 'granted' : 'declined'
  if (seconds === 0) return
  truth.apply(timeEvents.give(seconds))
  const stand = truth.now()
  if (stand.isPaused && stand.offered === undefined) return
  const [formRun] = await sitting.look(calls.dashFormRuns, { query: { scheduleGuid: sitting.scheduleGuid } })
  const isHeld = formRun?.state?.resumeOffer?.extension === seconds
  if (side.hasGoneOn === isHeld) side.faults.push(`a grant ${isHeld ? 'holds the time of who goes on' : 'runs unread'}`)
  if (isHeld) truth.apply(timeEvents.hold(longestHold))
}

const reopen = async (side: ServerSide, seconds: number): Promise<void> => {
  const { sitting, truth } = side
  const body = { ...targetOf(side), reason: 'A bell rang', ...(seconds > 0 && { seconds }) }
  const { status } = checked(side, 'reopen', await sitting.command(calls.reopenFormRun, { body }))
  if (status !== 200) return
  side.isShown = false
  truth.apply(timeEvents.reopen())
  truth.apply(timeEvents.give(seconds))
  side.hasGoneOn = true
  if (side.shown) side.shown = { ...side.shown, mayChange: true }
}

/** What staff do to a sitting, with what follows by the rules where the server says that it is done. */
export const staffAct = async (side: ServerSide, act: StaffAct, seconds: number): Promise<void> => {
  const { sitting, truth } = side
  const { formRunGuid } = sitting
  const target = targetOf(side)
  const { isCompleted, left, parts, partId } = truth.now()
  const isDone = async (answer: ReturnType<typeof sitting.command>, isPossible: boolean) => {
    const { status, text } = checked(side, act, await answer)
    if ((status === 200) !== isPossible) side.faults.push(`${act} is ${isPossible ? '' : 'not '}possible, and answered ${text}`)
    return status === 200
  }
  switch (act) {
    case 'pause':
      if (await isDone(sitting.command(calls.pauseFormRuns, { body: { ...target, paused: true } }), !isCompleted))
        truth.apply(timeEvents.pause())
      return
    case 'resume':
      if (
        await isDone(
          sitting.command(calls.pauseFormRuns, { body: { ...target, paused: false, within: seconds } }),
          !isCompleted,
        )
      )
        truth.apply(timeEvents.offer(seconds))
      return
    case 'add-time': {
      if (seconds === 0) return
      const isTimed = left !== undefined || parts.find(({ id }) => id === partId)?.left !== undefined
      if (await isDone(sitting.command(calls.addTime, { body: { ...target, seconds } }), !isCompleted && isTimed)) {
        truth.apply(timeEvents.give(seconds))
        side.hasGoneOn = true
      }
      return
    }
    case 'decide':
      return decide(side, seconds)
    case 'note':
      await isDone(sitting.command(calls.noteIncident, { body: { ...target, text: 'A bell rang' } }), true)
      return
    case 'accept-late':
      await isDone(sitting.command(calls.acceptLateAnswers, { body: { formRunGuid } }), true)
      side.lateAcceptedAt = truth.second()
      if (side.shown) side.shown = { ...side.shown, mayChange: true }
      return
    case 'reopen':
      return reopen(side, seconds)
  }
}
