import { practiceResultsFile } from '@sitwell/contract'
import { asAttachment } from '../http/content-disposition.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { collectResults } from './collect-results.ts'
import type { PracticeResultsContext } from './practice-results-context.ts'
import { resultsDocument } from './results-document.ts'
import { readResultsLink } from './results-link.ts'

interface File {
  readonly pdf: Uint8Array
  readonly fileName: string
}

/** The PDF that the hub has made; if it isn't kept any more, or another server made it, it is made again. */
export const practiceResultsFileRoute = (context: PracticeResultsContext) =>
  route(
    practiceResultsFile,
    async ({ params, query }) => {
      const notFound = refuse('NOT_FOUND', 'There are no such results for this caller.')
      const linked = await readResultsLink(context, params.formRunGuid, query.token)
      // An address is kept by histories and proxies: it opens nothing once its learner has logged off.
      if (!linked || !(await context.sessions.holds(linked))) return notFound
      const collected = await collectResults(context, linked, linked.formRunGuid)
      if (!collected.ok)
        return collected.code === 'NOT_PROCESSED' ? refuse('BUSY', 'The results are not processed yet.') : notFound
      const printed = await context.printer.print(await resultsDocument(context, collected))
      if (!printed.ok) return refuse('BUSY', 'The results can not be printed at present.')
      return { ok: true, value: { pdf: printed.pdf, fileName: linked.fileName } }
    },
    {
      send: (reply, value) => {
        // What the handler above has made.
        const { pdf, fileName } = value as File
        return reply
          .type('application/pdf')
          .headers({
            'content-disposition': asAttachment(fileName),
            'cache-control': 'private, no-store',
            'x-content-type-options': 'nosniff',
          })
          .send(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength))
      },
    },
  )
