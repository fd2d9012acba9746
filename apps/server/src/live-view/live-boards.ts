import { setTimeout as sleep } from 'node:timers/promises'
import { longestLiveWaitMs } from '@sitwell/contract'
import type { LedgerContext } from '../assessment/ledger/index.ts'
import type { LiveKey } from './base-rows.ts'
import { type Board, createBoard } from './live-board.ts'

/** What is read of deliveries and exams for those who watch them; each is read once for all of them. */
export interface LiveBoards {
  /**
   * How a delivery or exam is: read anew unless `waitMs` is given. With it a look that is young enough is taken, and until `isNews` says that it
   * holds something new, or so many milliseconds are over, it is looked at again.
   */
  read(orgId: number, key: LiveKey, wish?: { readonly waitMs: number; isNews(board: Board): boolean }): Promise<Board>
}

/** What decides how often is looked; a test has its own. */
export interface BoardTimes {
  /** Milliseconds between two looks at least, and at most while somebody watches. */
  readonly shortestMs: number
  readonly longestMs: number
  /** A look may take one part in so many of the time between two. */
  readonly share: number
}

/** A look that took 40 ms is followed by the next after 2 s: so however many people there are, it takes 2 % of a core at most. */
const usualTimes: BoardTimes = { shortestMs: 500, longestMs: longestLiveWaitMs - 100, share: 50 }

/** Milliseconds without a viewer, after which a board is forgotten. */
const keptMs = 60_000
const mostBoards = 200

interface Kept {
  readonly board: ReturnType<typeof createBoard>
  looking: Promise<Board> | undefined
  last: Board | undefined
  lookedAt: number
  tookMs: number
  askedAt: number
}

export const createLiveBoards = (
  context: LedgerContext & { readonly config: { readonly appVersion: string }; readonly generation: { current(): string } },
  times: BoardTimes = usualTimes,
): LiveBoards => {
  const boards = new Map<string, Kept>()
  const steadyMs = () => performance.now()

  const forgetOld = () => {
    for (const [name, { askedAt, looking }] of boards)
      if (!looking && (steadyMs() - askedAt > keptMs || boards.size > mostBoards)) boards.delete(name)
  }

  const keptOf = (orgId: number, key: LiveKey): Kept => {
    // A database that was set back is another one: nothing that was known holds.
    const name = `${context.generation.current()} ${orgId} ${JSON.stringify(key)}`
    const known = boards.get(name)
    if (known) return known
    forgetOld()
    const board = createBoard(context, orgId, key, context.config.appVersion)
    const kept: Kept = { board, looking: undefined, last: undefined, lookedAt: 0, tookMs: 0, askedAt: steadyMs() }
    boards.set(name, kept)
    return kept
  }

  const look = (kept: Kept): Promise<Board> => {
    if (kept.looking) return kept.looking
    const began = steadyMs()
    const looking = kept.board.look().then((board) => {
      Object.assign(kept, { last: board, lookedAt: steadyMs(), tookMs: steadyMs() - began })
      return board
    })
    kept.looking = looking.finally(() => {
      kept.looking = undefined
    })
    return kept.looking
  }

  /** Milliseconds until a board may be looked at again. */
  const restMs = ({ lookedAt, tookMs, last }: Kept) => {
    if (!last) return 0
    const betweenMs = Math.min(times.longestMs, Math.max(times.shortestMs, tookMs * times.share))
    return Math.max(0, lookedAt + betweenMs - steadyMs())
  }

  return {
    read: async (orgId, key, wish) => {
      const kept = keptOf(orgId, key)
      kept.askedAt = steadyMs()
      if (!wish) {
        // One that is under way may have read before what the caller has just done.
        await kept.looking?.catch(() => undefined)
        return look(kept)
      }
      const untilMs = steadyMs() + wish.waitMs
      let board = kept.last && restMs(kept) > 0 ? kept.last : await look(kept)
      while (!wish.isNews(board)) {
        const waitMs = Math.min(restMs(kept), untilMs - steadyMs())
        if (untilMs - steadyMs() <= 0) return board
        await sleep(Math.max(1, waitMs))
        if (restMs(kept) === 0) board = await look(kept)
        else board = kept.last ?? board
      }
      return board
    },
  }
}
