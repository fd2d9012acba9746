import type { Call, Refusal } from '@sitwell/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { MovedOrganisations } from '../db/moved-organisations.ts'
import type { Keys } from '../keys.ts'
import type { Caller, Sessions } from './caller.ts'
import type { ConnectionGuard } from './connections/connection-guard.ts'
import type { CountedBy } from './limits/counted-by.ts'
import type { FilePart } from './multipart.ts'
import type { OfficeSessions } from './office/office-sessions.ts'
import type { PreviewTokens } from './office/preview-tokens.ts'
import type { RefusedOutcome } from './refusal.ts'
import type { WrittenReply } from './written-reply.ts'

/** The dependencies of the calls before a handler runs. */
export interface HttpContext {
  readonly config: Config
  readonly database: Database
  readonly clock: Clock
  readonly moved: MovedOrganisations
  readonly sessions: Sessions
  readonly officeSessions: OfficeSessions
  readonly previewTokens: PreviewTokens
  readonly keys: Keys
  readonly guard: ConnectionGuard
  /** Names the state of the database to browsers, which send again what a restore has lost. */
  readonly generation: { current(): string }
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

/** The result of a handler: a reply that matches the schema of the call, or one of the refusals that the call lists. */
export type Answered<C extends Call> =
  | { readonly ok: true; readonly value: z.input<C['reply']>; readonly setCookie?: string }
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
  readonly handle: (incoming: never) => Promise<{ ok: true; value: unknown; setCookie?: string } | RefusedOutcome<Refusal>>
  /** Set if the reply is not JSON: it writes the reply itself. */
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
