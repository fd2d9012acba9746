import { eventsPath, writeEvent } from './write-event.ts'

/** What a program that is not a test runner found: one of the things that it looked at. */
export interface Verdict {
  readonly title: string
  readonly ok: boolean
  readonly detail: string
}

/** Writes verdicts as a stage's events, if script/test runs the program. A failure does not run again, as it would be the same. */
export function writeVerdicts(verdicts: readonly Verdict[]): void {
  const path = eventsPath()
  if (!path) return
  for (const { title, ok, detail } of verdicts)
    writeEvent(
      path,
      ok
        ? { event: 'ended', id: title, outcome: 'passed', messages: [], durationMs: 0 }
        : { event: 'broken', project: '', file: '', title, messages: [detail], ids: [] },
    )
  writeEvent(path, { event: 'through' })
}
