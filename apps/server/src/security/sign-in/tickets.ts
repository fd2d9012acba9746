import type { Kysely } from 'kysely'
import type { PersonTable, ProctoredSessionTable, Schema } from '../../db/schema.ts'

/** A ticket that was accepted. `asked_in` is the session in which its learner asked for it. */
export type TakenTicket = ProctoredSessionTable

/** Sign-in with a ticket instead of the password: a proctoring provider gets one for each learner whom it lets in. Proctoring implements it. */
export interface Tickets {
  /** Whether a password has the form of a ticket. */
  isTicket(password: string): boolean
  /** Uses a ticket up; undefined if it isn't valid for this person. The request with the same id may do so again. */
  take(
    kysely: Kysely<Schema>,
    person: Pick<PersonTable, 'org_id' | 'user_guid'>,
    ticket: string,
    use: { readonly nowMs: number; readonly requestId: string | undefined },
  ): Promise<TakenTicket | undefined>
  /** Binds the supervision that a ticket represents to the session that it opened. */
  bind(kysely: Kysely<Schema>, ticket: TakenTicket, sessionId: string): Promise<void>
  /** Records in the exam's ledger that a ticket was refused. */
  noteRefused(refused: {
    readonly orgId: number
    readonly ticket: string
    readonly person: PersonTable | undefined
  }): Promise<void>
}
