import { calls } from '@sitwell/contract'
import { completeEndedOf } from '../complete-ended-of.ts'
import { arrive } from './arrive.ts'
import { judgeAttempts } from './attempts.ts'
import { cheat } from './cheat.ts'
import { createDevice, type Device } from './device.ts'
import { handIn } from './hand-in.ts'
import { judgeAnswers, judgeEvidence, judgeResult, judgeServer, judgeShown } from './judge.ts'
import type { Room } from './room.ts'
import { askMore, createServerSide, type ServerSide, takeOffer } from './server-side.ts'
import type { Shape } from './shape.ts'
import { lookIn, staffAct } from './staff.ts'
import type { Step } from './steps.ts'
import { written } from './written.ts'

/** Staff take the file that a device makes, if there is anything on it. */
const handInOf = async (side: ServerSide, room: Room, device: Device) => {
  const saves = device.saves()
  if (saves.length > 0) await handIn(side, room, saves, { isSealed: true })
}

const onDevice = async (
  side: ServerSide,
  room: Room,
  device: Device,
  step: Step & { readonly device: number },
): Promise<void> => {
  switch (step.do) {
    case 'type':
      return device.type(step.question, step.option)
    case 'go':
      return device.go(step.question)
    case 'tell-time':
      return device.tellTime()
    case 'skip-reading':
      return device.skipReading()
    case 'finish-part':
      return device.finishPart()
    case 'finish':
      return device.finish()
    case 'resume':
      return device.isOnline() && side.truth.now().offered !== undefined ? takeOffer(side) : undefined
    case 'ask-more':
      return device.isOnline() ? askMore(side) : undefined
    case 'check':
      return device.check()
    case 'lose':
      return device.lose()
    case 'lose-reply':
      return device.loseReply()
    case 'return':
      return device.comeBack()
    case 'hand-in':
      return handInOf(side, room, device)
  }
}

/** Sends a request of before again; nothing is other than it was. */
const repeat = async (side: ServerSide, room: Room, which: number) => {
  const request = side.sent[which % Math.max(1, side.sent.length)]
  // A time or a completion carries no number of its own request: again it is news, of where the learner is.
  if (!request?.body.requestId || request.kind === 'complete' || request.kind === 'key') return
  // A lost connection that gave nothing back then is written nowhere.
  if (request.kind === 'absence' && !side.believed.has(request)) return
  // One that wasn't made back then is made now, where it may be; of one that was, its question says whose it is.
  if (
    request.kind === 'attempt' &&
    !side.handedIn.get(request.question.id)?.some((one) => one.requestId === request.body.requestId)
  )
    return
  const { formRunGuid } = side.sitting
  const before = await written(room, formRunGuid)
  await arrive(side, room, request)
  if ((await written(room, formRunGuid)) !== before)
    side.faults.push(`a ${request.kind} changes something when it comes once more`)
}

const pass = async (side: ServerSide, devices: readonly Device[], seconds: number) => {
  side.sitting.passSeconds(seconds)
  side.truth.pass(seconds)
  for (const device of devices) await device.passed(seconds)
}

/** The server is away, and nobody reaches it meanwhile. */
const restart = async (side: ServerSide, room: Room, devices: readonly Device[], seconds: number) => {
  const online = devices.filter((device) => device.isOnline())
  if (seconds > 0) for (const device of online) device.lose()
  await room.restart(() => pass(side, devices, seconds))
  side.awayUntil = side.truth.second()
  await judgeServer(side)
  for (const device of online) await device.comeBack()
}

const take = async (side: ServerSide, room: Room, devices: readonly Device[], step: Step): Promise<void> => {
  if ('device' in step) {
    const device = devices[step.device]
    return device && onDevice(side, room, device, step)
  }
  switch (step.do) {
    case 'pass':
      return pass(side, devices, step.seconds)
    case 'server-looks':
      await completeEndedOf(room.server)
      return judgeServer(side)
    case 'restart':
      return restart(side, room, devices, step.seconds)
    case 'set-clock':
      return room.setClock(step.seconds)
    case 'staff':
      return staffAct(side, step.act, step.seconds)
    case 'look-in':
      return lookIn(side, step.absent)
    case 'ask-result':
      return judgeResult(side, room)
    case 'repeat':
      return repeat(side, room, step.which)
    case 'cheat':
      return cheat(side, room, step)
  }
}

/** Seconds: shorter ones are no silence by the truth, and may be one for the server. */
const afterFile = 4

/** Plays a history in a room, and answers what in it isn't as it has to be. */
export const playHistory = async (room: Room, shape: Shape, steps: readonly Step[]): Promise<readonly string[]> => {
  const side = createServerSide(await room.begin(shape), shape, room)
  const devices = [createDevice(side, room, { isFirst: true }), createDevice(side, room, { isFirst: false })]
  const isHostile = steps.some((step) => step.do === 'cheat')
  const judge = () => judgeShown(side, isHostile)
  for (const step of steps) {
    const { isCompleted } = side.truth.now()
    await take(side, room, devices, step)
    // Nothing tells what came before a completion, its being taken back, or a file, from what came after it within one moment of the clock.
    if (step.do === 'hand-in' || (step.do === 'cheat' && step.call === 'hand-in')) await pass(side, devices, afterFile)
    if (side.truth.now().isCompleted !== isCompleted) await pass(side, devices, 1)
    await judge()
    if (side.faults.length > 0) return side.faults
  }
  if (shape.handsInAtEnd) for (const device of devices.filter((one) => !one.isOnline())) await handInOf(side, room, device)
  await pass(side, devices, afterFile)
  await judge()
  for (const device of devices) await device.comeBack()
  await judge()
  await judgeAnswers(side, room)
  await judgeAttempts(side, room)
  await judgeResult(side, room)
  const { formRunGuid } = side.sitting
  const state = await side.sitting.ask(calls.dashState, { query: { formRunGuid } })
  if (state.status !== 200) side.faults.push(`the state is refused: ${state.text}`)
  await judgeEvidence(side, room)
  return side.faults
}
