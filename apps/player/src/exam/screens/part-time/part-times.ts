import type { Finishing } from '@sitwell/exam/parts/finishing'
import { partOf } from '@sitwell/exam/parts/navigation'
import type { ExamTime } from '@sitwell/exam/time/exam-time'
import type { LoadedExam } from '../../content/loaded-exam.ts'
import { knownNext } from '../finishing/part-names.ts'

/** What there is of a part's time, no more than of the exam's, in milliseconds; undefined if the part has none. */
export const boundedLeft = ({ leftMs: ofExam, parts }: ExamTime, partId: string | undefined): number | undefined => {
  const leftMs = parts[partId ?? '']?.leftMs
  return leftMs === undefined ? undefined : Math.min(leftMs, ofExam ?? leftMs)
}

/** What begins as a learner goes to a part, in milliseconds: its reading time, and the time in which it is answered; undefined without any. */
export interface TimesOfPart {
  /** 0 without any. */
  readonly readingMs: number
  readonly answeringMs: number | undefined
}

/** The times of a part that are left; undefined if it has none. */
export const timesOfPart = (time: ExamTime, partId: string | undefined): TimesOfPart | undefined => {
  const readingMs = time.parts[partId ?? '']?.readingLeftMs ?? 0
  const answeringMs = boundedLeft(time, partId)
  return readingMs > 0 || answeringMs !== undefined ? { readingMs, answeringMs } : undefined
}

/** The times of the part to which a finish leads; undefined if it has none, or isn't known. */
export const nextPartTimes = (
  exam: Pick<LoadedExam, 'content'>,
  finishing: Finishing,
  time: ExamTime,
): TimesOfPart | undefined => timesOfPart(time, knownNext(exam, finishing))

/** The time with which an exam begins, where that is not all of it and nothing is to read first, in milliseconds. */
export const firstPartTime = (
  { paper, content }: Pick<LoadedExam, 'paper' | 'content'>,
  time: ExamTime,
): number | undefined => {
  const first = paper.order[content.settings.initialPage - 1] ?? paper.order[0] ?? ''
  const id = partOf(paper, first)?.id
  const isRead = (time.parts[id ?? '']?.readingLeftMs ?? 0) > 0
  return paper.root.sections.length > 1 && !isRead ? boundedLeft(time, id) : undefined
}
