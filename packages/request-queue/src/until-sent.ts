import type { Connection } from './connection.ts'
import type { QueuedRequest } from './request-kind.ts'
import type { RequestQueue } from './request-queue.ts'

interface Watched {
  readonly queue: Pick<RequestQueue<QueuedRequest, never>, 'unacknowledged' | 'inFlight' | 'subscribe'>
  readonly connection: Pick<Connection, 'state' | 'subscribe'>
}

/** Resolves once nothing is on its way to the server any more, nothing can be sent, or this many milliseconds have passed. */
export const untilSent = ({ queue, connection }: Watched, withinMs: number): Promise<void> =>
  new Promise((resolve) => {
    const isDone = () => connection.state() === 'offline' || (queue.unacknowledged().length === 0 && !queue.inFlight())
    const end = () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
      resolve()
    }
    const look = () => {
      if (isDone()) end()
    }
    const stops = [queue.subscribe(look), connection.subscribe(look)]
    const timer = setTimeout(end, withinMs)
    look()
  })
