/** Milliseconds between two tellings while a SCO continues setting values, and how often longer than a telling takes: most of its time is the SCO's. */
const gapMs = 20
const rest = 4

export interface GatherParts {
  tell(): void
  /** Milliseconds. */
  nowMs(): number
  wait(callback: () => void, ms: number): void
}

/**
 * Tells of changes as soon as the SCO has done what it is doing, and of many in a row together: each telling carries all there is, so
 * none has to be told of by itself.
 */
export const createGather = ({ tell, nowMs, wait }: GatherParts) => {
  let isDue = false
  let notBeforeMs = 0
  const tellNow = () => {
    if (!isDue) return
    isDue = false
    const beganMs = nowMs()
    tell()
    const endedMs = nowMs()
    notBeforeMs = endedMs + Math.max(gapMs, (endedMs - beganMs) * rest)
  }
  return {
    /** Something has changed. */
    note() {
      if (isDue) return
      isDue = true
      const leftMs = notBeforeMs - nowMs()
      if (leftMs <= 0) queueMicrotask(tellNow)
      else wait(tellNow, leftMs)
    },
    tellNow,
    /** What has changed is told of otherwise. */
    drop() {
      isDue = false
    },
  }
}
