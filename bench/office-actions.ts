import { randomBytes, randomUUID } from 'node:crypto'
import {
  dashEventsPath,
  type LearnerAction,
  type LiveAct,
  learnerActionEvent,
  liveEvents,
  officeLive,
  officeLiveAct,
} from '@sitwell/contract'
import { io, type Socket } from 'socket.io-client'
import { openPlace } from '../chaos/place.ts'
import { seatHall } from './live-view.ts'
import type { OneOfMany } from './many-learners.ts'

/** The live connection of one page, once it has heard how its sitting stands. */
const connect = (origin: string, { token, formRunGuid }: OneOfMany): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const auth = { token, formRunGuid }
    const socket = io(origin, { path: `/${dashEventsPath}`, auth, transports: ['websocket'], forceNew: true })
    socket.once(liveEvents.state, () => resolve(socket))
    socket.once('connect_error', reject)
  })

/**
 * Milliseconds from an action in the live view until each open page has it: of messages to one of `people` learners who sit, of one message to all of them, and of more
 * time for all of them, which is written into each ledger.
 */
export const measureOfficeActions = async (
  database: 'sqlite' | 'postgres',
  people: number,
  times: number,
): Promise<{ readonly oneMs: number[]; readonly allMs: number[]; readonly timeMs: number[] }> => {
  const secret = randomBytes(32).toString('hex')
  const place = await openPlace({ database, environment: { SITWELL_SECRET: secret } })
  const sockets: Socket[] = []
  try {
    const { office, running, examGuid } = await seatHall(place, secret, people)
    for (const one of running) sockets.push(await connect(place.origin, one))
    const { rows } = await office.doIt(officeLive, { query: { examGuid } })
    const rowOf = new Map(rows.map(({ formRunGuid, rowID }) => [formRunGuid, rowID]))
    const act = async (whom: readonly number[], act: LiveAct): Promise<number[]> => {
      const fromMs = performance.now()
      const heard = whom.map(
        (index) =>
          new Promise<number>((resolve) => {
            const take = (received: LearnerAction) => {
              if (received.kind !== act.kind || ('text' in act && received.text !== act.text)) return
              sockets[index]?.off(learnerActionEvent, take)
              resolve(performance.now() - fromMs)
            }
            sockets[index]?.on(learnerActionEvent, take)
          }),
      )
      const named = whom.flatMap((index) => rowOf.get(running[index]?.formRunGuid ?? '') ?? [])
      const body = { requestId: randomUUID(), act, people: named }
      const { people: acted } = await office.doIt(officeLiveAct, { body })
      const refused = acted.find(({ outcome }) => outcome !== 'applied')
      if (refused) throw new Error(`The action was not applied to all: ${refused.outcome} ${refused.reason ?? ''}`)
      return Promise.all(heard)
    }
    const oneMs: number[] = []
    for (let time = 0; time < times; time += 1)
      oneMs.push(...(await act([(time * 37) % running.length], { kind: 'message', text: `Message ${time}` })))
    const all = [...running.keys()]
    const allMs = await act(all, { kind: 'message', text: 'To all' })
    return { oneMs, allMs, timeMs: await act(all, { kind: 'add-time', seconds: 60 }) }
  } finally {
    for (const socket of sockets) socket.disconnect()
    await place.stop()
  }
}
