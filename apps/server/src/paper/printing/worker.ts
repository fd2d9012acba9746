import { flushCompileCache } from 'node:module'
import type { PaperDocument } from '../paper-parts.ts'
import { writePdf } from '../write-pdf.ts'

/** What the worker says of the document that it was given last. */
export type WorkerSays =
  | { readonly kind: 'progress'; readonly percent: number }
  | { readonly kind: 'printed'; readonly pdf: Uint8Array }
  | { readonly kind: 'failed'; readonly error: string }

const say = (message: WorkerSays) => process.send?.(message)

// The server kills this process when its work is done, and Node writes compiled sources only at an ordinary end.
flushCompileCache()

process.on('message', async (document: PaperDocument) => {
  try {
    const pdf = await writePdf(document, (percent) => say({ kind: 'progress', percent }))
    say({ kind: 'printed', pdf })
  } catch (error) {
    say({ kind: 'failed', error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
