import type { DashAlert, LearnerAction } from '@sitwell/contract'
import type { RunPlace, WrittenEvent } from './ledger-queries.ts'

/** Tells the browsers in which a form run is open what was written into its ledger, whichever server they are connected to. */
export interface LiveEvents {
  tell(place: RunPlace, events: readonly WrittenEvent[]): void
  /** Tells them what staff did, which they have yet to acknowledge. */
  tellAction(place: RunPlace, action: LearnerAction): void
  /** Closes the connections of these sessions, whichever server they are at: they are over. */
  endSessions(sessionIds: readonly string[]): void
  /** Tells the invigilators of an organisation who are connected, to whichever server. */
  tellStaff(orgId: number, alert: DashAlert): void
  /**
   * Asks the browsers in which a form run is open, whichever server they are connected to, whether they are there. Resolves once those
   * that answer are noted as a contact; a connection that doesn't answer is none, and is ended.
   */
  ask(place: RunPlace): Promise<void>
}

/** Where nobody is connected: a command has no browsers, and the servers find what it wrote by themselves. */
export const nobodyLive: LiveEvents = {
  tell: () => {},
  tellAction: () => {},
  tellStaff: () => {},
  endSessions: () => {},
  ask: async () => {},
}
