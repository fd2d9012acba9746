import type { Clock } from '../clock.ts'
import type { Mailer } from './mailer.ts'

/** How sending mail went since the server started. Moments are Unix ms. */
export interface MailStanding {
  readonly sentMs: number | undefined
  readonly failedMs: number | undefined
}

/** A mailer that notes when a letter was last taken, and when one was last refused. No address is kept. */
export const recordMails = (
  mailer: Mailer,
  clock: Clock,
): { readonly mailer: Mailer; readonly standing: () => MailStanding } => {
  let sentMs: number | undefined
  let failedMs: number | undefined
  return {
    mailer: {
      send: async (letter) => {
        try {
          await mailer.send(letter)
          sentMs = clock.nowMs()
        } catch (error) {
          failedMs = clock.nowMs()
          throw error
        }
      },
      close: () => mailer.close(),
    },
    standing: () => ({ sentMs, failedMs }),
  }
}
