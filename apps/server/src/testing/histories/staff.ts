import { randomUUID } from 'node:crypto'
import { calls } from '@sitwell/contract'
import { checked, type ServerSide } from './server-side.ts'
import type { StaffAct } from './steps.ts'
import { happens } from './truth.ts'

/** What staff do to a sitting, with what follows by the rules where the server says that it is done. */
export const staffAct = async (side: ServerSide, act: StaffAct, seconds: number): Promise<void> => {
  const { sitting, truth } = side
  const { formRunGuid } = sitting
  const target = { formRunGuid, requestId: randomUUID() }
  const { isCompleted, left, parts, partId } = truth.now()
  const isDone = async (answer: ReturnType<typeof sitting.command>, isPossible: boolean) => {
    const { status, text } = checked(side, act, await answer)
    if ((status === 200) !== isPossible) side.faults.push(`${act} is ${isPossible ? '' : 'not '}possible, and answered ${text}`)
    return status === 200
  }
  switch (act) {
    case 'pause':
      if (await isDone(sitting.command(calls.pauseFormRuns, { body: { ...target, paused: true } }), !isCompleted))
        truth.happen(happens.pause())
      return
    case 'resume':
      if (
        await isDone(
          sitting.command(calls.pauseFormRuns, { body: { ...target, paused: false, within: seconds } }),
          !isCompleted,
        )
      )
        truth.happen(happens.offer(seconds))
      return
    case 'add-time': {
      if (seconds === 0) return
      const isTimed = left !== undefined || parts.find(({ id }) => id === partId)?.left !== undefined
      if (await isDone(sitting.command(calls.addTime, { body: { ...target, seconds } }), !isCompleted && isTimed))
        truth.happen(happens.give(seconds))
      return
    }
    case 'decide': {
      const answer = checked(
        side,
        act,
        await sitting.command(calls.decideExtension, { body: { ...target, extendable: seconds } }),
      )
      if (answer.status !== 200) return
      if (side.extension !== 'asked') side.faults.push('an extension was decided that nobody asks for')
      side.extension = seconds > 0 ? 'granted' : 'declined'
      if (seconds > 0) truth.happen(happens.give(seconds))
      return
    }
    case 'note':
      await isDone(sitting.command(calls.noteIncident, { body: { ...target, text: 'A bell rang' } }), true)
      return
    case 'accept-late':
      await isDone(sitting.command(calls.acceptLateAnswers, { body: { formRunGuid } }), true)
      side.lateAcceptedAt = truth.second()
      if (side.told) side.told = { ...side.told, mayChange: true }
      return
    case 'reopen': {
      const body = { ...target, reason: 'A bell rang', ...(seconds > 0 && { seconds }) }
      const { status } = checked(side, act, await sitting.command(calls.reopenFormRun, { body }))
      if (status !== 200) return
      side.isTold = false
      truth.happen(happens.reopen())
      truth.happen(happens.give(seconds))
      if (side.told) side.told = { ...side.told, mayChange: true }
      return
    }
  }
}
