import type { MailStanding } from '../mail/mail-record.ts'
import type { JobStanding } from '../scheduler.ts'
import type { CertificateWatch } from '../watching/certificate.ts'

/** What a server notes of itself while it runs, and forgets at its end. */
export interface Operation {
  /** Unix ms: since when it runs. */
  readonly sinceMs: number
  readonly jobs: { standing(): readonly JobStanding[] }
  readonly mails: { standing(): MailStanding }
  readonly certificate: CertificateWatch
}
