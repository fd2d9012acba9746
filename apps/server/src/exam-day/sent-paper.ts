import { Readable } from 'node:stream'
import { refuse } from '../http/refusal.ts'
import type { SentFile } from '../http/sent-file.ts'
import type { PaperDocument } from '../paper/paper-parts.ts'
import type { Printer } from '../paper/printing/printer.ts'

const retryAfterSeconds = 10

const busy = refuse('BUSY', 'Too many documents wait to be printed.', { retryAfterSeconds })

const fileName = (title: string) =>
  `${title
    .replaceAll(/[\p{C}/\\:*?"<>|]+/gu, ' ')
    .trim()
    .slice(0, 120)}.pdf`

/** Prints a document, as a file that the browser saves. Throws if it can't be printed, which is a fault of ours. */
export const sentPaper = async (printer: Printer, document: PaperDocument, name: string) => {
  const printed = await printer.print(document)
  if (!printed.ok && printed.code === 'BUSY') return busy
  if (!printed.ok) throw new Error(`“${document.title}” could not be printed.`)
  const value: SentFile = { name: fileName(name), size: printed.pdf.length, bytes: Readable.from([Buffer.from(printed.pdf)]) }
  return { ok: true as const, value }
}
