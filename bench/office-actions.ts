import { randomBytes, randomUUID } from 'node:crypto'
import { dashEventsPath, learnerActionEvent, liveEvents, officeLive, officeLiveAct } from '@sitwell/contract'
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
 * Milliseconds from an action in the live view until each open page has it: of actions on one of so many people who sit, and of one on all of them.
 */
export const measureOfficeActions = async (
  database: 'sqlite' | 'postgres',
  people: number,
  times: number,
): Promise<{ readonly oneMs: number[]; readonly allMs: number[] }> => {
  const secret = randomBytes(32).toString('hex')
  const place = await openPlace({ database, environment: { SITWELL_SECRET: secret } })
  const sockets: Socket[] = []
  try {
    const { office, running, examGuid } = await seatHall(place, secret, people)
    for (const one of running) sockets.push(await connect(place.origin, one))
    const { rows } = await office.doIt(officeLive, { query: { examGuid } })
    const rowOf = new Map(rows.map(({ formRunGuid, rowID }) => [formRunGuid, rowID]))
    const act = async (whom: readonly number[], text: string): Promise<number[]> => {
      const fromMs = performance.now()
      const heard = whom.map(
        (index) =>
          new Promise<number>((resolve) => {
            const take = (told: { readonly text?: string }) => {
              if (told.text !== text) return
              sockets[index]?.off(learnerActionEvent, take)
              resolve(performance.now() - fromMs)
            }
            sockets[index]?.on(learnerActionEvent, take)
          }),
      )
      const named = whom.flatMap((index) => rowOf.get(running[index]?.formRunGuid ?? '') ?? [])
      const body = { requestId: randomUUID(), act: { kind: 'message' as const, text }, people: named }
      const [ms] = await Promise.all([Promise.all(heard), office.doIt(officeLiveAct, { body })])
      return ms
    }
    const oneMs: number[] = []
    for (let time = 0; time < times; time += 1) oneMs.push(...(await act([(time * 37) % running.length], `Message ${time}`)))
    return { oneMs, allMs: await act([...running.keys()], 'To all') }
  } finally {
    for (const socket of sockets) socket.disconnect()
    await place.stop()
  }
}
