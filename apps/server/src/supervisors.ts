import type { Supervisor } from './assessment/schedules/index.ts'
import { proctoredSession } from './proctoring/proctored-session.ts'
import { safeExamBrowser } from './seb/safe-exam-browser.ts'

/** Every way to supervise an exam, in the order in which they are checked. What is added here guards every call that gives out an exam. */
export const supervisors: readonly Supervisor[] = [safeExamBrowser, proctoredSession]
