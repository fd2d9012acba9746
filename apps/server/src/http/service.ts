import type { Call, Refusal } from '@sitwell/contract'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Controls } from '../ascx/controls.ts'
import type { FormRunFactsOf } from '../assessment/answers/form-run-facts.ts'
import type { SaveQueue } from '../assessment/answers/save-queue.ts'
import type { ExamCache } from '../assessment/content/exam-cache.ts'
import type { Contacts } from '../assessment/ledger/contact.ts'
import type { Supervisor } from '../assessment/schedules/supervisor.ts'
import type { Background } from '../background.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { MovedOrganisations } from '../db/moved-organisations.ts'
import type { Scanner } from '../files/scan/clamav.ts'
import type { Generation } from '../generation/generation.ts'
import type { Homes } from '../generation/homes.ts'
import type { Keys } from '../keys.ts'
import type { LiveEvents } from '../live/live-events.ts'
import type { Forwarding } from '../lms/forward/forward-statements.ts'
import type { Ports } from '../lms/scorm-address.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Printer } from '../paper/printing/printer.ts'
import type { Passwords } from '../passwords.ts'
import type { Tickets } from '../security/sign-in/tickets.ts'
import type { SecurityLog } from '../security-log/security-log.ts'
import type { ServerClock } from '../server-time/server-clock.ts'
import type { TextMessages } from '../text-message/text-messages.ts'
import type { Caller, Sessions } from './caller.ts'
import type { ConnectionGuard } from './connections/connection-guard.ts'
import type { CountedBy } from './limits/counted-by.ts'
import type { FilePart } from './multipart.ts'
import type { RefusedOutcome } from './refusal.ts'
import type { WrittenReply } from './written-reply.ts'

/** What every service stands on. */
export interface ServiceContext {
  readonly config: Config
  readonly database: Database
  readonly clock: ServerClock
  readonly moved: MovedOrganisations
  readonly sessions: Sessions
  readonly exams: ExamCache
  readonly saves: SaveQueue
  readonly formRunFacts: FormRunFactsOf
  readonly contacts: Contacts
  readonly supervisors: readonly Supervisor[]
  readonly generation: Generation
  readonly homes: Homes
  readonly controls: Controls
  readonly passwords: Passwords
  readonly tickets: Tickets
  readonly keys: Keys
  readonly mailer: Mailer
  readonly textMessages: TextMessages
  readonly background: Background
  readonly securityLog: SecurityLog
  /** Of uploaded files; undefined where none is configured. */
  readonly scanner: Scanner | undefined
  readonly live: LiveEvents
  readonly printer: Printer
  readonly guard: ConnectionGuard
  readonly forwarding: Forwarding
  /** Where it listens. */
  readonly ports: Readonly<Ports>
  readonly log: FastifyBaseLogger
}

type Read<C extends Call, K extends 'params' | 'query' | 'body'> = C[K] extends z.ZodMiniType ? z.output<C[K]> : undefined

/** A call that has come in, validated by its schemas. `caller` is there unless the call is anyone's. */
export interface Incoming<C extends Call> {
  readonly params: Read<C, 'params'>
  readonly query: Read<C, 'query'>
  readonly body: Read<C, 'body'>
  readonly caller: C['access'] extends 'anyone' ? Caller | undefined : Caller
  readonly request: FastifyRequest
  readonly file: C['file'] extends string ? FilePart : undefined
}

/** What a handler answers: the reply as the call's schema takes it, or one of the refusals that the call lists. */
export type Answered<C extends Call> =
  | { readonly ok: true; readonly value: z.input<C['reply']> }
  | RefusedOutcome<C['refusals'][number] | AlwaysAllowed<C>>

type AlwaysAllowed<C extends Call> =
  | 'INVALID_REQUEST'
  | 'TOO_MANY_REQUESTS'
  | 'BODY_TOO_LARGE'
  | 'CANNOT_SAVE'
  | (C['access'] extends 'anyone' ? never : 'NOT_ALLOWED')

export type Handler<C extends Call> = (incoming: Incoming<C>) => Promise<Answered<C>>

/** A call with its handler, as the server registers it. */
export interface Route {
  readonly call: Call
  readonly handle: (incoming: never) => Promise<{ ok: true; value: unknown } | RefusedOutcome<Refusal>>
  /** Set where the answer is no JSON: it writes the reply itself. */
  readonly send?: (reply: FastifyReply, value: unknown) => FastifyReply
  /** Set where the JSON of a reply is put together otherwise than of its whole: of what the contract names, and nothing else. */
  readonly written?: (value: never) => WrittenReply
  /** Could be tried by guessing, or called to fill the disk: attempts are limited, and counted by this. */
  readonly limited?: CountedBy
  /** The reply is never long enough to be compressed, and the call so frequent that finding this out costs. */
  readonly shortReply?: boolean
}

export const route = <C extends Call>(
  call: C,
  handle: Handler<C>,
  options: Pick<Route, 'send' | 'limited' | 'shortReply'> & {
    readonly written?: (value: z.input<C['reply']>) => WrittenReply
  } = {},
): Route => ({
  call,
  handle,
  ...options,
})
