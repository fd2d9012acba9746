import type { Server as HttpServer } from 'node:http'
import { type PracticeResultsReply, practiceResultsHub, practiceResultsRequest } from '@sitwell/contract'
import { Server } from 'socket.io'
import * as z from 'zod'
import type { Caller } from '../http/caller.ts'
import { safeFileName } from '../http/content-disposition.ts'
import { createHandshakes, handshakeLimits } from '../live/handshakes.ts'
import type { OwnOrigins } from '../live/own-origins.ts'
import { collectResults } from './collect-results.ts'
import type { PracticeResultsContext } from './practice-results-context.ts'
import { resultsDocument } from './results-document.ts'
import { resultsLink } from './results-link.ts'

/** What the hub stands on. */
export type HubContext = Pick<
  PracticeResultsContext,
  'config' | 'database' | 'clock' | 'exams' | 'sessions' | 'printer' | 'guard' | 'log'
> & { readonly ownOrigins: OwnOrigins }

/** A browser says which results it wants, and nothing longer. */
const largestMessageBytes = 10_000

const handshake = z.object({ token: z.string().min(1) })

interface ClientEvents {
  [practiceResultsHub.invoke](...request: unknown[]): void
}
interface ServerEvents {
  [practiceResultsHub.progress](percent: number): void
  [practiceResultsHub.link](url: string): void
}
interface Connected {
  caller: Caller
  isBusy: boolean
}

const failure = (code: string, message = ''): PracticeResultsReply => ({ error: { code, message } })

/** The results of downloadable practice exams, made while their learner waits and is told how far they are (spec 3 §4). */
export const createResultsHub = (http: HttpServer, context: HubContext) => {
  const handshakes = createHandshakes(context.guard.senderOf, context.ownOrigins)
  const io = new Server<ClientEvents, ServerEvents, object, Connected>(http, {
    path: `/${practiceResultsHub.path}`,
    serveClient: false,
    maxHttpBufferSize: largestMessageBytes,
    connectTimeout: handshakeLimits.withinMs,
    allowRequest: handshakes.allowRequest,
    cors: { origin: false },
  })

  handshakes.follow(io.engine)

  /** Only the learner of the form run gets its results, only those of a downloadable practice exam, and only once it is processed. */
  const make = async (
    caller: Caller,
    request: readonly unknown[],
    say: { progress(percent: number): void; link(url: string): void },
  ): Promise<PracticeResultsReply> => {
    const read = z.safeParse(practiceResultsRequest, request)
    if (!read.success) return failure('INVALID_REQUEST')
    const [formRunGuid, fileName, orgId] = read.data
    if (orgId !== caller.orgId) return failure('NOT_FOUND')
    const collected = await collectResults(context, caller, formRunGuid)
    if (!collected.ok) return failure(collected.code, collected.message)
    const printed = await context.printer.print(await resultsDocument(context, collected), say.progress)
    if (!printed.ok) return failure(printed.code, printed.code === 'BUSY' ? collected.results.words.BUSY : '')
    const { userGuid, sessionId } = caller
    const linked = { orgId, userGuid, sessionId, formRunGuid, fileName: safeFileName(fileName, 'results') }
    say.link(await resultsLink(context, linked))
    return {}
  }

  io.use((socket, next) => {
    const auth = handshake.safeParse(socket.handshake.auth)
    if (!auth.success) return next(new Error('NO_AUTHORISATION'))
    context.sessions.read(`Bearer ${auth.data.token}`).then(
      (who) => {
        if (!who.ok) return next(new Error(who.code))
        socket.data = { caller: who.caller, isBusy: false }
        next()
      },
      (error: Error) => {
        context.log.error({ event: 'results-not-opened', err: error }, 'a learner could not be connected to their results')
        next(new Error('SERVER_ERROR'))
      },
    )
  })
  io.on('connection', (socket) => {
    handshakes.done(socket.conn)
    socket.on(practiceResultsHub.invoke, (...given) => {
      const answer = given.pop()
      if (typeof answer !== 'function') return
      // One at a time: who asks for a second before the first is made gets no more threads by it.
      if (socket.data.isBusy) return answer(failure('TOO_MANY_REQUESTS'))
      socket.data.isBusy = true
      void make(socket.data.caller, given, {
        progress: (percent) => void socket.emit(practiceResultsHub.progress, percent),
        link: (url) => void socket.emit(practiceResultsHub.link, url),
      })
        .catch((error: unknown) => {
          context.log.error({ event: 'results-not-made', err: error }, 'results could not be computed')
          return failure('SERVER_ERROR')
        })
        .then((reply) => {
          socket.data.isBusy = false
          answer(reply)
        })
    })
  })

  return {
    stop: async () => {
      io.disconnectSockets(true)
      await io.of('/').adapter.close()
      io.engine.close()
    },
  }
}
