/** What the clock of the servers must know and do about exams that are under way. Assessment implements it. */
export interface RunningExams {
  /** Whether the time of any exam runs at this moment and ends after it. */
  isAnyTimeRunning(atMs: number): Promise<boolean>
  /** Gives back this many milliseconds to the exams whose time began to run, or continued, after a moment. */
  standStill(sinceMs: number, byMs: number): Promise<void>
}
