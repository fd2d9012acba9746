import { printedQuestion } from '@sitwell/contract'
import type { FastifyRequest } from 'fastify'
import { ownFormRun } from '../assessment/form-run/index.ts'
import { mayFollowLink } from '../assessment/schedules/index.ts'
import type { Caller } from '../http/caller.ts'
import { asAttachment, asInline } from '../http/content-disposition.ts'
import { refuse } from '../http/refusal.ts'
import { type Handler, type Incoming, route } from '../http/service.ts'
import type { PrintContext } from './print-context.ts'
import { type LinkedQuestion, readPrintLink, showsCookie } from './print-link.ts'
import { printableQuestion } from './printable-question.ts'
import { questionDocument } from './question-document.ts'

interface File {
  readonly pdf: Uint8Array
  readonly disposition: string
}

/** Who asks, where it is the browser that the link was made for, and its session still holds. */
const askerOf = async (
  context: Pick<PrintContext, 'keys' | 'sessions'>,
  request: FastifyRequest,
  linked: LinkedQuestion,
): Promise<Caller | undefined> => {
  if (!showsCookie(context, request, linked)) return undefined
  const { orgId, userGuid, sessionId } = linked
  const token = await context.sessions.sign({ orgId, userGuid, sessionId, admin: false })
  const read = await context.sessions.read(`Bearer ${token}`)
  return read.ok ? read.caller : undefined
}

const make = async (
  context: PrintContext,
  { query, request }: Incoming<typeof printedQuestion>,
): ReturnType<Handler<typeof printedQuestion>> => {
  const notFound = refuse('NOT_FOUND', 'There is no such printed question for this caller.')
  const linked = await readPrintLink(context, query.token)
  const caller = linked && (await askerOf(context, request, linked))
  if (!linked || !caller) return notFound
  if (await ownFormRun(context.database, linked, linked.formRunGuid))
    await context.contacts.note({ orgId: linked.orgId, formRunGuid: linked.formRunGuid }, caller)
  const printable = await printableQuestion(context, linked, linked)
  if (!printable.ok) return printable
  const no = await mayFollowLink(context, { caller, request, run: printable.run, exam: printable.loaded.exam })
  if (no) return no
  const made = await questionDocument(context, printable, linked.madeAtMs)
  if (!made) return notFound
  const printed = await context.printer.print(made.document)
  if (!printed.ok) return refuse('BUSY', 'The question can not be printed at present.')
  const disposition = (query.inline === 'true' ? asInline : asAttachment)(linked.fileName)
  return { ok: true, value: { pdf: printed.pdf, disposition } satisfies File }
}

/**
 * The PDF that was made for a link, for its learner alone and as long as the question may be printed; if it isn't kept any more, or
 * another server made it, it is made again.
 */
export const printedQuestionRoute = (context: PrintContext) =>
  route(printedQuestion, (incoming) => make(context, incoming), {
    send: (reply, value) => {
      // What the handler above has made.
      const { pdf, disposition } = value as File
      return reply
        .type('application/pdf')
        .headers({
          'content-disposition': disposition,
          'cache-control': 'private, no-store',
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
        })
        .send(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength))
    },
  })
