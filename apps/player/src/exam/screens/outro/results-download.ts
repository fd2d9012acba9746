import { practiceResultsReply } from '@sitwell/contract'
import * as z from 'zod/mini'
import type { DownloadableResults } from './outro-steps.ts'
import type { OpenResults, ResultsTransport } from './results-connection.ts'

/** The connections that are tried for a download, one after the other (spec 3 §4). */
export const connectionTries: readonly ResultsTransport[] = ['any', 'long-polling', 'long-polling']
/** Milliseconds between two of them. */
export const betweenTriesMs = 15_000
/** Milliseconds that each of them has. */
export const downloadTimeoutMs = 60_000

/** Exam_Name_2026-11-21.pdf (spec 3 §4, decisions); what no file name may hold is left out. */
export const resultsFileName = (examName: string, nowMs: number): string => {
  const name = examName
    .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '_')
  return `${name}_${new Date(nowMs).toISOString().slice(0, 10)}.pdf`
}

const percent = z.number().check(z.minimum(0), z.maximum(100))

/** One connection. Undefined if it failed or took too long; another may do better. */
const tryOnce = (
  open: OpenResults,
  transport: ResultsTransport,
  request: readonly [string, string, number],
  onProgress: (percent: number) => void,
): Promise<DownloadableResults | undefined> =>
  new Promise((resolve) => {
    let close = () => {}
    let isOver = false
    const end = (download: DownloadableResults | undefined) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      close()
      resolve(download)
    }
    const timer = setTimeout(() => end(undefined), downloadTimeoutMs)
    open(transport, request, {
      progress: (message) => {
        const read = z.safeParse(percent, message)
        if (read.success && !isOver) onProgress(read.data)
      },
      link: (message) => end(typeof message === 'string' && message !== '' ? { link: message } : undefined),
      reply: (message) => {
        const read = z.safeParse(practiceResultsReply, message)
        // Its link comes before it; an answer without either is none.
        end(read.success && read.data.error ? { error: read.data.error.message } : undefined)
      },
      down: () => end(undefined),
    }).then(
      (opened) => {
        close = opened
        if (isOver) close()
      },
      () => end(undefined),
    )
  })

/** Gets the results of a downloadable practice exam made, and answers their link or why there is none (spec 3 §4). */
export const downloadResults = async (
  open: OpenResults,
  request: readonly [string, string, number],
  onProgress: (percent: number) => void,
): Promise<DownloadableResults> => {
  for (const [index, transport] of connectionTries.entries()) {
    if (index > 0) await new Promise((resolve) => setTimeout(resolve, betweenTriesMs))
    const download = await tryOnce(open, transport, request, onProgress)
    if (download) return download
  }
  return { error: '' }
}
