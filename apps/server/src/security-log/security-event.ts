/** What the security log distinguishes (docs/security-log.md). */
export const securityKinds = [
  'sign-in',
  'sign-in-refused',
  'sign-out',
  'session-ended',
  'signed-in-as',
  'login-token-made',
  'password-link-sent',
  'password-set',
  'password-refused',
  'second-step-passed',
  'second-step-refused',
  'second-step-reset',
  'device-remembered',
  'recovery-codes-made',
  'limit-held',
  'access-refused',
  'staff-act',
  'command',
  'group-changed',
  'centre-changed',
  'course-given',
  'course-taken',
  'course-reset',
  'delivery-changed',
  'response-marked',
  'marking-allocated',
  'role-granted',
  'role-withdrawn',
  'organisation-created',
  'installation-granted',
  'installation-withdrawn',
  'file-refused',
  'person-added',
  'person-changed',
  'person-removed',
  'person-suspended',
  'person-resumed',
  'person-exported',
  'person-erased',
  'accommodation-added',
  'accommodation-changed',
  'accommodation-withdrawn',
  'document-added',
  'document-opened',
  'document-removed',
  'mark-scheme-changed',
  'results-changed',
  'result-rules-changed',
  'results-exported',
  'evidence-read',
  'setting-changed',
  'events-not-written',
] as const

export type SecurityKind = (typeof securityKinds)[number]

/** An event as whoever saw it tells it. Nothing in it may be a secret: no password, code, token or address of a link. */
export interface SecurityEvent {
  readonly kind: SecurityKind
  /** 0 if no organisation is known. */
  readonly orgId: number
  /** Guid of the person whom it concerns. */
  readonly userGuid?: string | undefined
  /** The user name as it was given, where that is all that is known. */
  readonly username?: string | undefined
  /** Who did it, where that is somebody else: guid of a person, or `command` with the system's user. */
  readonly author?: string | undefined
  /** IP address that it came from. */
  readonly address?: string | undefined
  /** What was called, or why: a call's name, a command, the code of a refusal. */
  readonly what?: string | undefined
  /** What it was done to, by field: guids and numbers. */
  readonly target?: Readonly<Record<string, string | number>> | undefined
  /** How many of the kind this one represents; 1 where it isn't given. */
  readonly times?: number | undefined
}

/** An event with its moment, in milliseconds since 1970. */
export type TimedEvent = SecurityEvent & { readonly atMs: number }
