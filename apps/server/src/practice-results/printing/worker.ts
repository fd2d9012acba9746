import { outlineOf } from '../paper/outline.ts'
import { writePdf } from '../paper/write-pdf.ts'
import type { ResultsToPrint } from '../results-to-print.ts'

/** What the worker says of the results that it was given last. */
export type WorkerSays =
  | { readonly kind: 'progress'; readonly percent: number }
  | { readonly kind: 'printed'; readonly pdf: Uint8Array }
  | { readonly kind: 'failed'; readonly error: string }

const say = (said: WorkerSays) => process.send?.(said)

process.on('message', async (results: ResultsToPrint) => {
  try {
    const pdf = await writePdf(outlineOf(results), (percent) => say({ kind: 'progress', percent }))
    say({ kind: 'printed', pdf })
  } catch (error) {
    say({ kind: 'failed', error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
