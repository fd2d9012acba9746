import * as z from 'zod/mini'

/**
 * How far a mail is. `queued`: it waits, for its first try or for the next one. `failed`: the mail server didn't take it, and it is not tried again by itself.
 * `undeliverable`: there is nowhere to send it. `stopped`: it was taken back before it was sent.
 */
export const mailStates = ['queued', 'sending', 'sent', 'failed', 'undeliverable', 'stopped'] as const
export type MailState = (typeof mailStates)[number]

/**
 * Why a mail is undeliverable: the person has no address, one that is none, one that the mail server refuses, or is not there any more. Or why it was stopped: the
 * release was withdrawn, the person's result is withheld, or a newer result set was released.
 */
export const mailReasons = [
  ...(['no-address', 'bad-address', 'refused', 'no-person'] as const),
  ...(['withdrawn', 'withheld', 'replaced'] as const),
] as const
export type MailReason = (typeof mailReasons)[number]

/** One mail to one person. */
export const mailRow = z.object({
  userID: z.number(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** Number of the result set of which it tells. */
  set: z.number(),
  state: z.enum(mailStates),
  reason: z.optional(z.enum(mailReasons)),
  tries: z.number(),
  queuedAt: z.string(),
  /** When it is tried next, if it waits. */
  nextAt: z.optional(z.string()),
  sentAt: z.optional(z.string()),
  /** What the mail server answered last, if it was a no. */
  answer: z.optional(z.string()),
})
export type MailRow = z.infer<typeof mailRow>

/** How many mails are in each state. */
export const mailCounts = z.object({
  ...{ queued: z.number(), sending: z.number(), sent: z.number() },
  ...{ failed: z.number(), undeliverable: z.number(), stopped: z.number() },
})
export type MailCounts = z.infer<typeof mailCounts>
