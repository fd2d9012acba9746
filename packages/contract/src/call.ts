import type * as z from 'zod/mini'
import type { Refusal } from './refusals.ts'
import type { Permission } from './roles.ts'

/** The base of a call's path: the configured API endpoint, the authentication base, or the root of the site (spec 1 §7). */
export type Base = 'api' | 'authentication' | 'site'

/** A field of a request that names what a call of staff is about. */
export type ScopeField = 'formRunGuid' | 'examGuid' | 'scheduleGuid' | 'userID' | 'groupID' | 'centreID' | 'roomID'

/** A call of staff: people whose role has this permission may make it, for what the role's scope covers. */
export interface StaffAccess {
  readonly permission: Permission
  /**
   * The fields that determine the scope; a request has at least one of them. `organisation`: the whole organisation of the
   * caller. `places`: a list for callers with the permission in any place, which shows only data of those places.
   */
  readonly scope: 'organisation' | 'places' | readonly ScopeField[]
}

/**
 * The callers that may make a call. `preview`: holders of the token of a preview, which permits no other call. `installation`:
 * the owners of the installation, regardless of their roles (decision 155).
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
  /** The encoding of the body; JSON by default. */
  readonly encoding?: 'json' | 'form' | 'multipart'
  /** The most bytes of the body, before base64; by default `bodyLimitOf`. */
  readonly largestBodyBytes?: number
  /** For a multipart body: the name of the part that is the file. It comes after all fields. */
  readonly file?: string
  /** The encoding of the reply; JSON by default. Refusals are always JSON. */
  readonly replyEncoding?: 'json' | 'text'
  readonly params?: z.ZodMiniType<object, object>
  readonly query?: z.ZodMiniType<object, object>
  readonly body?: z.ZodMiniType<object, object>
  readonly reply: z.ZodMiniType
  /** The refusals of this call, in addition to those that any call may return. */
  readonly refusals: readonly Refusal[]
}

const kibibyte = 1024

/**
 * The most bytes of a call's body. A call without sign-in may send almost nothing, because its sender is unknown. Calls with a
 * higher limit state it in their description.
 */
export const bodyLimitOf = ({ largestBodyBytes, access }: Call): number =>
  largestBodyBytes ?? (access === 'anyone' ? 16 * kibibyte : 256 * kibibyte)

type Part<C extends Call, K extends 'params' | 'query' | 'body'> = C[K] extends z.ZodMiniType
  ? { [P in K]: z.input<C[K]> }
  : { [P in K]?: undefined }

/** The input of a caller: the parts that the call has, each as accepted by its schema. */
export type InputOf<C extends Call> = Part<C, 'params'> &
  Part<C, 'query'> &
  Part<C, 'body'> &
  (C['file'] extends string ? { file: Blob } : { file?: undefined })

/** The reply of a successful call. */
export type ReplyOf<C extends Call> = z.output<C['reply']>

/** Keeps the literal types of a call's description. */
export const defineCall = <const C extends Call>(call: C): C => call
