/** The result of the monitor's start: it runs, something of the learner isn't known, or the exam is complete by now. */
export type MonitorStart = { readonly missing: readonly string[] } | 'completed'

/** The session that this page's monitor watches, and of which schedule. */
interface MonitorSession {
  readonly scheduleGuid: string
  readonly id: string
}

/** Kept apart from what starts the monitor, which only exams under it load. */
export const monitorOfPage: { running?: MonitorSession | undefined } = {}

/** A page that was opened with a pass may load the script. */
export const hasPass = () => new URLSearchParams(location.search).has('monitor')

/** Whether the learner has gone on to the monitor from what is said of it first. */
export const isMonitorGuided = (): boolean => monitorOfPage.running !== undefined || hasPass()
