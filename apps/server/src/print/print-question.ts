import { postPrintQuestion, printQuestion } from '@sitwell/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { changeLedger } from '../assessment/ledger/index.ts'
import { mayGoOn } from '../assessment/schedules/index.ts'
import type { FormRunTable } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { safeFileName } from '../http/content-disposition.ts'
import { refuse } from '../http/refusal.ts'
import { type Incoming, route } from '../http/service.ts'
import type { PrintContext } from './print-context.ts'
import { cookieValue, givenCookie, printLink } from './print-link.ts'
import { printableQuestion } from './printable-question.ts'
import { questionDocument } from './question-document.ts'

type Printable = Extract<Awaited<ReturnType<typeof printableQuestion>>, { readonly ok: true }>

interface Asked {
  readonly caller: Caller
  readonly query: Incoming<typeof printQuestion>['query']
  readonly request: FastifyRequest
}

/** What is answered, with what else its sending needs. */
interface Made {
  readonly link?: string
  readonly error?: string
  readonly cookie: string
}

/** Milliseconds in which the same question, asked for again, is the same PDF. */
const sameDocumentMs = 60_000

const sendLink = (reply: FastifyReply, value: unknown) => {
  // What `make` below has made.
  const { cookie, ...fields } = value as Made
  return reply
    .header('cache-control', 'no-store')
    .header('set-cookie', givenCookie(reply.request.protocol, cookie))
    .send(fields)
}

/** Writes down that a question is given out to print; once for each PDF that is made of it, however often its link is asked for. */
const notePrint = (
  context: Pick<PrintContext, 'clock' | 'database' | 'exams'>,
  caller: Caller,
  { formRunGuid, questionId, madeAtMs }: { formRunGuid: string; questionId: string; madeAtMs: number },
) =>
  changeLedger(context, { orgId: caller.orgId, formRunGuid }, caller, ({ run, events }) => {
    const isNoted = events.some((one) => one.kind === 'print' && one.questionId === questionId && one.atMs >= madeAtMs)
    return isNoted || run.completed_at !== null ? [] : [{ kind: 'print', questionId }]
  })

const isNamedBy = (query: Asked['query'], run: Pick<FormRunTable, 'user_guid' | 'schedule_guid' | 'exam_guid'>) =>
  query.userGuid === run.user_guid && query.scheduleGuid === run.schedule_guid && query.examGuid === run.exam_guid

/** Makes the document and prints it, and answers the link to it. */
const make = async (context: PrintContext, caller: Caller, query: Asked['query'], printable: Printable) => {
  const { formRunGuid, questionId } = query
  const madeAtMs = Math.floor(context.clock.nowMs() / sameDocumentMs) * sameDocumentMs
  const made = await questionDocument(context, printable, madeAtMs)
  if (!made) return refuse('NOT_FOUND', 'There is no such person.')
  const cookie = cookieValue(context, caller)
  const printed = await context.printer.print(made.document)
  if (!printed.ok) {
    const error = printed.code === 'BUSY' ? made.words.BUSY : made.words.FAILED
    const value: Made = { cookie, error }
    return { ok: true as const, value }
  }
  await notePrint(context, caller, { formRunGuid, questionId, madeAtMs })
  const { orgId, userGuid, sessionId } = caller
  const fileName = safeFileName(query.filename, 'question')
  const link = await printLink(context, { orgId, userGuid, sessionId, formRunGuid, questionId, fileName, madeAtMs })
  const value: Made = { cookie, link }
  return { ok: true as const, value }
}

const createMaker = (context: PrintContext) => {
  /** By form run, the question that is being printed. */
  const under = new Map<string, string>()

  return async ({ caller, query, request }: Asked) => {
    const { formRunGuid, questionId } = query
    const printable = await printableQuestion(context, caller, query)
    if (!printable.ok) return printable
    const { run, loaded } = printable
    if (!isNamedBy(query, run)) return refuse('NOT_FOUND', 'There is no such question for this person.')
    await context.contacts.note({ orgId: caller.orgId, formRunGuid }, caller)
    const no = await mayGoOn(context, { caller, request, run, exam: loaded.exam })
    if (no) return no
    // Who asks for a second question before the first is made gets no more of the printers by it; a double click is one.
    if ((under.get(formRunGuid) ?? questionId) !== questionId)
      return refuse('TOO_MANY_REQUESTS', 'Another question is being printed for this person.')
    under.set(formRunGuid, questionId)
    try {
      return await make(context, caller, query, printable)
    } finally {
      under.delete(formRunGuid)
    }
  }
}

export const printQuestionRoute = (context: PrintContext) => route(printQuestion, createMaker(context), { send: sendLink })
export const postPrintQuestionRoute = (context: PrintContext) =>
  route(postPrintQuestion, createMaker(context), { send: sendLink })
