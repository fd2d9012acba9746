import type { LiveContext } from '../live-view/live-context.ts'
import type { Printer } from '../paper/printing/printer.ts'
import type { SecurityContext } from '../security/security-context.ts'

/** What the handlers of this folder need. */
export interface ExamDayContext
  extends Pick<SecurityContext, 'clock' | 'database' | 'keys' | 'securityLog'>,
    Pick<LiveContext, 'contacts' | 'exams'> {
  readonly printer: Printer
}
