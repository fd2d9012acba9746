import type { Clock } from './clock.ts'
import type { GuardOptions } from './http/connections/connection-guard.ts'
import type { NewcomerLimits } from './http/limits/newcomers.ts'
import type { HubTimes } from './live/live-hub.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Printer } from './paper/printing/printer.ts'
import type { Passwords } from './passwords.ts'
import type { HeartbeatContext } from './server-time/heartbeat.ts'
import type { Machine } from './server-time/machine.ts'
import type { TextMessages } from './text-message/text-messages.ts'

/** What a test may put in the place of the real thing. */
export interface Overrides extends HubTimes {
  readonly clock?: Clock
  /** What the machine tells of time, where the clock is the server's own. */
  readonly machine?: Machine
  readonly databaseClock?: HeartbeatContext['databaseClock']
  /** Milliseconds between two signs of life. */
  readonly beatMs?: number | undefined
  readonly playerFolder?: string
  readonly officeFolder?: string
  readonly previewFolder?: string
  /** Of the page around a SCO. */
  readonly hostFolder?: string
  readonly passwords?: Passwords
  readonly mailer?: Mailer
  /** Milliseconds without a byte after which an upload is broken off. */
  readonly longestSilenceMs?: number
  /** Milliseconds in which a stop lets requests under way end. */
  readonly longestStopMs?: number
  readonly textMessages?: TextMessages
  readonly printer?: Printer
  /** What the guard of connections is given in a test. */
  readonly guard?: Partial<GuardOptions>
  /** What one network may try without having shown anything, in a test. */
  readonly newcomers?: NewcomerLimits
  /** Where the lines of the log go; the standard output unless given. */
  readonly logTo?: { write(line: string): void }
}
