import type { Player } from '../../../context/player.ts'

/** What is said of a recording as it is played. */
export interface RecordingWords {
  readonly loading: string
  /** It may be played again. */
  readonly finished: string
  readonly playedOnce: string
  readonly noneLeft: string
  /** What its place is called. */
  readonly progress: string
  playsLeft(left: number): string
  /** Where what shows it doesn't say why by itself; `url`: as the exam names the file. */
  failed(url: string): string
}

export const soundWords = ({ text }: Pick<Player, 'text'>): RecordingWords => ({
  loading: text('exam.audioLoading'),
  finished: text('exam.audioFinished'),
  playedOnce: text('exam.audioHeard'),
  noneLeft: text('exam.audioNoneLeft'),
  progress: text('exam.audioProgress'),
  playsLeft: (left) => text('exam.audioPlaysLeft', { left }),
  failed: (url) => text('exam.audioError', { url }),
})
