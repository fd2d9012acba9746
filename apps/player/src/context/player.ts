import type { AppVisitor } from '@sitwell/app-core/visitor'
import type { CallListener } from '@sitwell/client/api'
import type { ServerClock } from '@sitwell/client/server-clock'
import type { Session } from '@sitwell/client/session'
import type { OrganisationPolicies } from '@sitwell/exam/organisation/organisation-policies'
import type { FormRunEvents } from '../live/form-run-events.ts'
import type { ClientSettings } from './settings/client-settings.ts'

/** What every screen may use, signed in or not. */
export interface Visitor extends AppVisitor<ClientSettings> {
  readonly policies: OrganisationPolicies
}

/** The session beside the exam that is sat with it: a browser that was closed continues with both. */
export interface StoredExamSession {
  /** Until when, in milliseconds since 1970 by the computer's own clock: after it nobody continues with it. */
  keep(examGuid: string, untilMs: number): void
  /** The exam is over. */
  end(): void
  /** Keeps what a page that is loaded again in this tab would ask the server for as it starts: a course continues here without it. */
  keepStart(): void
}

/** What the screens behind the sign-in use. */
export interface Player extends Visitor {
  readonly session: Session
  /** The server's time as far as the browser knows it; the browser's own until it has asked. */
  readonly clock: ServerClock
  /** What invigilators do to a running exam, as it happens. */
  readonly live: FormRunEvents
  /** What a connection is let in by; undefined once the session is over. */
  accessToken(): string | undefined
  /** Another sign-in has the session now: the dialog that says so stands over whatever shows. */
  isTakenOver(): boolean
  /** Tells the server, clears what the session left in this tab and goes to the login page. */
  signOut(): void
  /** Tells of every call of this page; one listener at a time. */
  onCalled(listener: CallListener): void
  readonly storedSession: StoredExamSession
}
