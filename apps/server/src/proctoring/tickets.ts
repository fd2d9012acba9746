import type { LedgerContext } from '../assessment/ledger/index.ts'
import type { Tickets } from '../security/sign-in/tickets.ts'
import { noteRefusedTicket } from './refused-session.ts'
import { bindSession, isTicket, takeTicket } from './ticket.ts'

/** The tickets of proctoring providers, as signing in uses them. */
export const createTickets = (context: LedgerContext): Tickets => ({
  isTicket,
  take: takeTicket,
  bind: bindSession,
  noteRefused: (refused) => noteRefusedTicket(context, refused),
})
