import type * as z from 'zod/mini'
import type { Refusal } from './refusals.ts'
import type { Permission } from './roles.ts'

/** Where a call's path starts: the configured API endpoint, the authentication base, or the site's root (spec 1 §7). */
export type Base = 'api' | 'authentication' | 'site'

/** A field of a request that names what a call of staff is about. */
export type ScopeField = 'formRunGuid' | 'examGuid' | 'scheduleGuid' | 'userID' | 'groupID' | 'centreID' | 'roomID'

/** A call of staff: people whose role has this permission may make it, for what the role's scope covers. */
export interface StaffAccess {
  readonly permission: Permission
  /**
   * The fields by which the scope is found, of which a request gives at least one; `organisation` is all of the caller's own. `places`: a list, open
   * to whoever has the permission anywhere, that shows them what is of those places.
   */
  readonly scope: 'organisation' | 'places' | readonly ScopeField[]
}

/**
 * Who may make a call. `preview`: whoever holds the token of a preview, which opens no other call. `installation`: the owners of the installation, whatever
 * their roles (decision 155).
 */
export type Access = 'anyone' | 'signed-in' | 'preview' | 'installation' | StaffAccess

/** Whether a call is one of staff. */
export const isStaffAccess = (access: Access): access is StaffAccess => typeof access === 'object'

/** The one description of a call: the player's client, the server's route, its validation and `/openapi.json` come from it. */
export interface Call {
  /** Unique; also the operation id in `/openapi.json`. */
  readonly name: string
  readonly summary: string
  /** Where the specification gives it, as `spec 2 §7`. */
  readonly source: string
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly base: Base
  /** Below its base, without a leading slash; parameters as `:name`. */
  readonly path: string
  readonly access: Access
  /**
   * A call of the office: made by a page of this site with the cookie of an office session, and no bearer token. `named`: it also names
   * the session of its page in a header; `found`: it takes the one that the browser has. All other calls take bearer tokens alone.
   */
  readonly office?: 'named' | 'found'
  /** Answered too while the second step of the sign-in is still to be done; every other signed-in call waits for it. */
  readonly beforeMfa?: true
  /** How a body is encoded; JSON unless it says otherwise. */
  readonly encoding?: 'json' | 'form' | 'multipart'
  /** Bytes of its body, before base64; `bodyLimitOf` where it doesn't say. */
  readonly largestBodyBytes?: number
  /** Of a multipart body: the name of the part that is the file. It comes after all fields. */
  readonly file?: string
  /** How a reply is encoded; JSON unless it says otherwise. Refusals are always JSON. */
  readonly replyEncoding?: 'json' | 'text'
  readonly params?: z.ZodMiniType<object, object>
  readonly query?: z.ZodMiniType<object, object>
  readonly body?: z.ZodMiniType<object, object>
  readonly reply: z.ZodMiniType
  /** What it may answer besides success and the refusals that any call may answer. */
  readonly refusals: readonly Refusal[]
}

const kibibyte = 1024

/**
 * Bytes that the body of a call may have: of one that anybody may make next to nothing, because whoever makes it has shown nothing of
 * themselves. What is longer says so in its description.
 */
export const bodyLimitOf = ({ largestBodyBytes, access }: Call): number =>
  largestBodyBytes ?? (access === 'anyone' ? 16 * kibibyte : 256 * kibibyte)

type Part<C extends Call, K extends 'params' | 'query' | 'body'> = C[K] extends z.ZodMiniType
  ? { [P in K]: z.input<C[K]> }
  : { [P in K]?: undefined }

/** What a caller hands over: the parts that the call has, each as its schema takes it. */
export type InputOf<C extends Call> = Part<C, 'params'> &
  Part<C, 'query'> &
  Part<C, 'body'> &
  (C['file'] extends string ? { file: Blob } : { file?: undefined })

/** What a successful call answers. */
export type ReplyOf<C extends Call> = z.output<C['reply']>

/** Keeps the literal types of a call's description. */
export const defineCall = <const C extends Call>(call: C): C => call
