import type { AssessmentContext } from '../assessment/assessment-context.ts'
import type { Printer } from '../paper/printing/printer.ts'
import type { SecurityLog } from '../security-log/security-log.ts'

/** The dependencies of the handlers of this folder. */
export interface ExportsContext extends Pick<AssessmentContext, 'clock' | 'config' | 'database' | 'exams'> {
  readonly printer: Printer
  readonly securityLog: SecurityLog
}
