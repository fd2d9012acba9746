import { millisecondsOf } from './milliseconds.ts'

/** Times of a section as the server sends them, in seconds; 0 means not timed (spec 2 §3). */
export interface SectionSeconds {
  readonly warningTime: number
  readonly sectionTime: number
  readonly readingTime: number
  readonly sectionTimeRemaining: number
  readonly readingTimeRemaining: number
}

/** The same in milliseconds, which is what all code of the player counts in. */
export interface SectionTimes {
  readonly warningTimeMs: number
  readonly sectionTimeMs: number
  readonly readingTimeMs: number
  readonly sectionTimeRemainingMs: number
  readonly readingTimeRemainingMs: number
}

/** Times of an exam's settings as the server sends them, in seconds; `examTime` 0 means not timed. */
export interface ExamSeconds {
  readonly examTime: number
  readonly warningTime: number
  readonly examTimeRemaining: number
  readonly elapsedTime: number
}

export interface ExamTimes {
  readonly examTimeMs: number
  readonly warningTimeMs: number
  readonly examTimeRemainingMs: number
  readonly elapsedTimeMs: number
}

/** Seconds to milliseconds, for one section. */
export const sectionTimes = (section: SectionSeconds): SectionTimes => ({
  warningTimeMs: millisecondsOf(section.warningTime),
  sectionTimeMs: millisecondsOf(section.sectionTime),
  readingTimeMs: millisecondsOf(section.readingTime),
  sectionTimeRemainingMs: millisecondsOf(section.sectionTimeRemaining),
  readingTimeRemainingMs: millisecondsOf(section.readingTimeRemaining),
})

/** Seconds to milliseconds, for the exam as a whole. */
export const examTimes = (settings: ExamSeconds): ExamTimes => ({
  examTimeMs: millisecondsOf(settings.examTime),
  warningTimeMs: millisecondsOf(settings.warningTime),
  examTimeRemainingMs: millisecondsOf(settings.examTimeRemaining),
  elapsedTimeMs: millisecondsOf(settings.elapsedTime),
})

/** Time left for the wire: whole seconds, rounded up, so that saving it never costs the learner a second. */
export const remainingSeconds = (remainingMs: number) => Math.ceil(Math.max(0, remainingMs) / 1000)

/** Time used for the wire: whole seconds, rounded down, so that used and left add up to what was given. */
export const elapsedSeconds = (elapsedMs: number) => Math.floor(Math.max(0, elapsedMs) / 1000)
