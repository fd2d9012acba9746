import { complete, type PracticeResultsReply, practiceResultsHub } from '@sitwell/contract'
import { io, type Socket } from 'socket.io-client'
import { createPrinter } from '../apps/server/src/paper/printing/printer.ts'
import { writePdf } from '../apps/server/src/paper/write-pdf.ts'
import { outlineOf } from '../apps/server/src/practice-results/outline.ts'
import { printedQuestion, sampleResults } from '../apps/server/src/practice-results/testing/sample-results.ts'
import type { Sitwell } from '../e2e/sitwell.ts'
import { call } from './caller.ts'
import { examOf, seatLearners } from './learners.ts'

const essay = 'The tide comes in twice a day and goes out again, and with it every boat that nobody has made fast. '
const resultsOf = (questions: number, characters: number, mark: number) =>
  sampleResults(
    Array.from({ length: questions }, (_, index) =>
      printedQuestion(index + 1, { answerText: `${mark} ${essay.repeat(Math.ceil(characters / essay.length))}` }),
    ),
  )

/** PDFs of 20 answered questions that one process makes in a second, once it is warm. */
export const measurePdfs = async (count: number): Promise<number> => {
  const printer = createPrinter({
    workers: 1,
    onFailure: (error) => {
      throw error
    },
  })
  for (let index = 0; index < 3; index += 1) await printer.print(outlineOf(resultsOf(20, 300, -index)))
  const from = performance.now()
  for (let index = 1; index <= count; index += 1) await printer.print(outlineOf(resultsOf(20, 300, index)))
  const took = performance.now() - from
  await printer.stop()
  return (count * 1000) / took
}

export interface LargePdf {
  readonly pages: number
  readonly bytes: number
  /** Milliseconds. */
  readonly tookMs: number
  /** Megabytes that the process grew by, fonts included. */
  readonly grewMegabytes: number
}

/** A PDF of about a hundred pages, made in this process. */
export const measureLargePdf = async (): Promise<LargePdf> => {
  const before = process.memoryUsage().rss
  const from = performance.now()
  const pdf = await writePdf(outlineOf(resultsOf(100, 4200, 1)), () => {})
  const tookMs = performance.now() - from
  const pages =
    Buffer.from(pdf)
      .toString('latin1')
      .match(/\/Type \/Page\n/g)?.length ?? 0
  return { pages, bytes: pdf.length, tookMs, grewMegabytes: (process.memoryUsage().rss - before) / 1024 / 1024 }
}

/** Milliseconds until the first, the middle and the last of `count` learners who finish together hold their link. */
export const measureDownloads = async (sitwell: Sitwell, count: number) => {
  const paper = examOf(20)
  const sittings = await seatLearners(sitwell, count, {
    ...paper,
    settings: { ...paper.settings, downloadablePractice: true },
  })
  for (const { token, formRunGuid } of sittings)
    await call(sitwell.origin, complete, { body: { formRunGuid, timeRemaining: 1, elapsedTime: 1 } }, token)
  const sockets: Socket[] = []
  const from = performance.now()
  const waited = await Promise.all(
    sittings.map(async ({ token, formRunGuid, orgId }) => {
      const socket = io(sitwell.origin, {
        path: `/${practiceResultsHub.path}`,
        auth: { token },
        transports: ['websocket'],
        forceNew: true,
      })
      sockets.push(socket)
      const linked = new Promise<number>((resolve) =>
        socket.on(practiceResultsHub.link, () => resolve(performance.now() - from)),
      )
      const reply: PracticeResultsReply = await socket.emitWithAck(practiceResultsHub.invoke, formRunGuid, 'results.pdf', orgId)
      if (reply.error) throw new Error(`The hub answered ${reply.error.code}`)
      return linked
    }),
  )
  for (const socket of sockets) socket.disconnect()
  const sorted = waited.sort((one, other) => one - other)
  return { firstMs: sorted[0] ?? 0, medianMs: sorted[Math.floor(count / 2)] ?? 0, lastMs: sorted.at(-1) ?? 0 }
}
