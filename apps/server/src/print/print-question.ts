import { postPrintQuestion, printQuestion } from '@sitwell/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { changeLedger } from '../assessment/ledger/time-ledger.ts'
import { mayGoOn } from '../assessment/schedules/may-start.ts'
import type { Caller } from '../http/caller.ts'
import { safeFileName } from '../http/content-disposition.ts'
import { refuse } from '../http/refusal.ts'
import { type Incoming, route, type ServiceContext } from '../http/service.ts'
import { cookieValue, linkCookie, printLink } from './print-link.ts'
import { printableQuestion } from './printable-question.ts'
import { questionDocument } from './question-document.ts'

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

const send = (reply: FastifyReply, value: unknown) => {
  // What `make` below has made.
  const { cookie, ...said } = value as Made
  const secure = reply.request.protocol === 'https' ? '; Secure' : ''
  return reply
    .header('cache-control', 'no-store')
    .header('set-cookie', `${linkCookie}=${cookie}; Path=/; HttpOnly; SameSite=Strict${secure}`)
    .send(said)
}

/** Writes down that a question is given out to print; once for each PDF that is made of it, however often its link is asked for. */
const notePrint = (
  context: ServiceContext,
  caller: Caller,
  { formRunGuid, questionId, madeAtMs }: { formRunGuid: string; questionId: string; madeAtMs: number },
) =>
  changeLedger(context, { orgId: caller.orgId, formRunGuid }, caller, ({ run, events }) => {
    const isNoted = events.some((one) => one.kind === 'print' && one.questionId === questionId && one.atMs >= madeAtMs)
    return isNoted || run.completed_at !== null ? [] : [{ kind: 'print', questionId }]
  })

const createMaker = (context: ServiceContext) => {
  /** By form run, the question that is being printed. */
  const under = new Map<string, string>()

  return async ({ caller, query, request }: Asked) => {
    const { formRunGuid, questionId } = query
    const printable = await printableQuestion(context, caller, query)
    if (!printable.ok) return printable
    const { run, loaded } = printable
    const isRun =
      query.userGuid === run.user_guid && query.scheduleGuid === run.schedule_guid && query.examGuid === run.exam_guid
    if (!isRun) return refuse('NOT_FOUND', 'There is no such question for this person.')
    await context.contacts.note({ orgId: caller.orgId, formRunGuid })
    const no = await mayGoOn(context, { caller, request, run, exam: loaded.exam })
    if (no) return no
    // Who asks for a second question before the first is made gets no more of the printers by it; a double click is one.
    if ((under.get(formRunGuid) ?? questionId) !== questionId)
      return refuse('TOO_MANY_REQUESTS', 'Another question is being printed for this person.')
    under.set(formRunGuid, questionId)
    try {
      const madeAtMs = Math.floor(context.clock.nowMs() / sameDocumentMs) * sameDocumentMs
      const made = await questionDocument(context, printable, madeAtMs)
      if (!made) return refuse('NOT_FOUND', 'There is no such person.')
      const printed = await context.printer.print(made.document)
      if (printed.ok) await notePrint(context, caller, { formRunGuid, questionId, madeAtMs })
      const { orgId, userGuid, sessionId } = caller
      const fileName = safeFileName(query.filename, 'question')
      const value: Made = {
        cookie: cookieValue(context, caller),
        ...(printed.ok
          ? { link: await printLink(context, { orgId, userGuid, sessionId, formRunGuid, questionId, fileName, madeAtMs }) }
          : { error: printed.code === 'BUSY' ? made.words.BUSY : made.words.FAILED }),
      }
      return { ok: true as const, value }
    } finally {
      under.delete(formRunGuid)
    }
  }
}

export const printQuestionRoute = (context: ServiceContext) => route(printQuestion, createMaker(context), { send })
export const postPrintQuestionRoute = (context: ServiceContext) => route(postPrintQuestion, createMaker(context), { send })
