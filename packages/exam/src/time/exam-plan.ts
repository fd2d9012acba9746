import type { Paper } from '../paper/paper.ts'
import { type ExamSeconds, examTimes, type SectionSeconds, sectionTimes } from './exam-times.ts'

/** A part of the paper with the time that it gives, in milliseconds; a time of 0 means not timed. */
export interface PartPlan {
  readonly id: string
  readonly timeMs: number
  /** To read only, before `timeMs` begins. */
  readonly readingMs: number
  readonly warningMs: number
  /** Left once, it is complete: there is no way back. */
  readonly oneWay: boolean
}

/** The times that an exam gives, in milliseconds, with its parts in order. */
export interface ExamPlan {
  readonly timeMs: number
  readonly warningMs: number
  readonly parts: readonly PartPlan[]
}

/** A section as far as its time is concerned, in seconds, as the server sends it. */
export interface TimedSection extends Pick<SectionSeconds, 'warningTime' | 'sectionTime' | 'readingTime'> {
  readonly id: string
  readonly oneWay: boolean
}

/**
 * The plan of an exam. Its parts are the sections directly in the paper; times of inner sections are not their own (spec 3 §3:
 * one timer per paper part). If the exam is one-way, all of its parts are.
 */
export const planOf = (
  paper: Paper,
  settings: Pick<ExamSeconds, 'examTime' | 'warningTime'> & { readonly oneWay: boolean },
  sections: readonly TimedSection[],
): ExamPlan => {
  const { examTimeMs, warningTimeMs } = examTimes({ ...settings, examTimeRemaining: 0, elapsedTime: 0 })
  const bySection = new Map(sections.map((section) => [section.id, section]))
  const parts = paper.root.sections.map(({ id }): PartPlan => {
    const section = bySection.get(id)
    if (!section) return { id, timeMs: 0, readingMs: 0, warningMs: 0, oneWay: settings.oneWay }
    const times = sectionTimes({ ...section, sectionTimeRemaining: 0, readingTimeRemaining: 0 })
    return {
      id,
      timeMs: times.sectionTimeMs,
      readingMs: times.readingTimeMs,
      warningMs: times.warningTimeMs,
      oneWay: section.oneWay || settings.oneWay,
    }
  })
  return { timeMs: examTimeMs, warningMs: warningTimeMs, parts }
}

/** Whether it matters to the time, or to the way back, in which part the learner is. */
export const hasRunningParts = ({ parts }: ExamPlan): boolean =>
  parts.some(({ timeMs, readingMs, oneWay }) => timeMs > 0 || readingMs > 0 || oneWay)
