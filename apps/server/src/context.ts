import type { Controls } from './ascx/controls.ts'
import type { AssessmentContext } from './assessment/assessment-context.ts'
import type { DashboardContext } from './dashboard/dashboard-context.ts'
import type { FilesContext } from './files/files-context.ts'
import type { HttpContext } from './http/service.ts'
import type { LibraryContext } from './library/library-context.ts'
import type { LiveContext } from './live-view/live-context.ts'
import type { LmsContext } from './lms/lms-context.ts'
import type { PracticeResultsContext } from './practice-results/practice-results-context.ts'
import type { PrintContext } from './print/print-context.ts'
import type { ProctoringContext } from './proctoring/proctoring-context.ts'
import type { ResourceContext } from './resource/resource-context.ts'
import type { SebContext } from './seb/seb-context.ts'
import type { SecurityContext } from './security/security-context.ts'
import type { ServerClock } from './server-time/server-clock.ts'
import type { SiteContext } from './site/site-context.ts'
import type { TodayContext } from './today/today-context.ts'

/** What the server composes for one database: all that its services need. It is above them; none of them imports it. */
export type ApplicationContext = AssessmentContext &
  DashboardContext &
  FilesContext &
  LibraryContext &
  LiveContext &
  LmsContext &
  PracticeResultsContext &
  PrintContext &
  ProctoringContext &
  ResourceContext &
  SebContext &
  SecurityContext &
  SiteContext &
  TodayContext &
  HttpContext & { readonly controls: Controls; readonly clock: ServerClock }
