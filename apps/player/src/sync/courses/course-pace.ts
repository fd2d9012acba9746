import { type RequestRecord, requestTypes } from '../../storage/records.ts'

/** Milliseconds between two saves of one SCO on their way: a SCO in a loop sends no more, and each carries all that was set until then. */
const paceMs = 1000

interface PaceParts {
  /** By a clock that nobody can set. */
  nowMs(): number
  /** The time has come. */
  onDue(): void
}

/** Lets saves of courses go one after another with a little time between; the last one of an opening at once. */
export const createCoursePace = ({ nowMs, onDue }: PaceParts) => {
  /** By SCO attempt. */
  const lastMs = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const isSave = ({ type }: RequestRecord) => type === requestTypes.saveCourse
  return {
    isHeldBack(request: RequestRecord): boolean {
      const leftMs = (lastMs.get(request.callbackId) ?? Number.NEGATIVE_INFINITY) + paceMs - nowMs()
      if (!isSave(request) || request.payload.ends === true || leftMs <= 0) return false
      timer ??= setTimeout(() => {
        timer = undefined
        onDue()
      }, leftMs)
      return true
    },
    sent(request: RequestRecord) {
      if (isSave(request)) lastMs.set(request.callbackId, nowMs())
    },
    stop: () => clearTimeout(timer),
  }
}
