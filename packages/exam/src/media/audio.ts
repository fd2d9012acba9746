/** What a recording is at: seconds heard, and whether it was heard to its end (spec 3 §3). */
export interface AudioState {
  readonly elapsedSeconds: number
  readonly finished: boolean
}

export const unheard: AudioState = { elapsedSeconds: 0, finished: false }

/** Seconds between two tellings of how far a recording was heard, if nothing else is said. */
export const defaultElapsedUpdateSeconds = 1

/** Whether so much was heard, or gone back, since it was last told that it is to be told again (spec 2 §9). Seconds. */
export const isElapsedDue = (reportedSeconds: number, nowSeconds: number, elapsedUpdateSeconds: number): boolean =>
  Math.abs(nowSeconds - reportedSeconds) >= elapsedUpdateSeconds

/** A file that is heard, by its ending: mp3 or m4a (spec 2 §5). */
export const isRecording = (url: string): boolean => /\.(?:mp3|m4a)(?:[?#]|$)/i.test(url.trim())

interface CheckedMedia {
  readonly url: string
  readonly check: boolean
}

/** Whether the learner checks the sound before the exam, and with which media; without one, with a sound of the player. */
export interface AudioCheck<Media> {
  readonly runs: boolean
  readonly media?: Media
}

/**
 * The check runs only if a section's media is mp3 or m4a (spec 2 §5). It plays the exam's own media, or a section's that is
 * meant for it: a recording of the exam isn't heard before its time. `isRecordingSealed`: a part that lies here sealed has one.
 */
export const audioCheckOf = <Media extends CheckedMedia>(
  sections: readonly { readonly media?: Media | undefined }[],
  examMedia: Media | undefined,
  isRecordingSealed = false,
): AudioCheck<Media> => {
  const recordings = sections.flatMap(({ media }) => (media && isRecording(media.url) ? [media] : []))
  if (recordings.length === 0 && !isRecordingSealed) return { runs: false }
  const media = examMedia && isRecording(examMedia.url) ? examMedia : recordings.find(({ check }) => check)
  return media ? { runs: true, media } : { runs: true }
}

/** Minutes and seconds of a recording: `0:07`, `12:30`. What is no time reads as the beginning. */
export const playingTime = (seconds: number): string => {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
