import type { CourseParameters, CourseState, HostMessage } from '@sitwell/contract/course-messages'
import type { createGather } from './gather.ts'
import type { Left } from './left-store.ts'
import type { SequencingOf } from './open-run-time.ts'
import { createRoom } from './room.ts'
import { type RunTime, stateOf } from './run-time.ts'
import { setValue, wrongName } from './set-value.ts'

/** What SCORM 1.2 and 2004 say where a value can't be kept, and where a call comes after the end. */
const fullErrors = { '1.2': '101', '2004': '351' } as const
const endedError = '301'
const longestSequencing = 262_144

const asText = (value: unknown) => (value === undefined ? '' : String(value))

export interface SessionParts {
  readonly parameters: CourseParameters
  readonly runTime: RunTime
  readonly sequencing: SequencingOf | undefined
  send(message: HostMessage): void
  /** Keeps what is set while the page goes, instead of what it kept before; undefined: the page is back. */
  keepLeft(left: Left | undefined): void
  /** Gathers changes, and has `tell` called. */
  gather(tell: () => void): ReturnType<typeof createGather>
  /** The SCO has ended by itself. */
  onEnded(): void
}

/** One opening of a SCO: its calls go to the run time, and what it sets goes to the page around. */
export const createSession = ({ parameters, runTime, sequencing, send, keepLeft, gather, onEnded }: SessionParts) => {
  const { version, mode, identifier } = parameters.launch
  const room = createRoom()
  let isOver = false
  let isLeaving = false
  let isPageSettled = false
  /** All that it had set when it ended. */
  let last: CourseState | undefined
  /** What a review sets is nobody's. */
  const isStored = mode === 'normal'

  const state = (): CourseState => {
    const sequencingState = sequencing?.state()
    const isWritten = sequencingState !== undefined && sequencingState.length <= longestSequencing
    return { data: stateOf(runTime), ...(isWritten && { sequencingState }) }
  }
  const changes = gather(() => {
    if (isStored) send({ type: 'saveData', ...state() })
  })
  /** The page is there, or can't be had; it began no session, and neither did any opening before. */
  const isSilent = () =>
    isStored &&
    isPageSettled &&
    !isOver &&
    !runTime.isInitialized() &&
    parameters.launch.kind === 'sco' &&
    parameters.data.length === 0
  /** The page goes, and nothing reaches the page around any more: each change is kept before the call comes back. */
  const leaveNow = () => {
    if (isStored && (last || runTime.isInitialized())) keepLeft({ state: last ?? state(), ends: isOver })
    else if (isSilent()) keepLeft({ state: { data: [] }, ends: true })
  }
  const total = version === '1.2' ? 'cmi.core.total_time' : 'cmi.total_time'
  const end = (finish: () => string): string => {
    // The run time moves the session's time into the total as it ends; what it counted before is the truth either way.
    const before = stateOf(runTime).find(({ element }) => element === total)
    const result = finish()
    if (result !== 'true') return result
    isOver = true
    changes.drop()
    const { data, ...rest } = state()
    const timed = before ? data.map((one) => (one.element === total ? before : one)) : data
    last = { data: timed, ...rest }
    if (isStored) send({ type: 'saveDataClose', ...last })
    if (isLeaving) leaveNow()
    return result
  }
  // The standard's 1.2 has no word for it, and the run time takes such a call for one of a SCO that is open.
  const refuse = (code: string, answer: string) => {
    runTime.lastErrorCode = code
    return answer
  }
  const hasEnded12 = () => isOver && version === '1.2'
  const finish = (parameter: unknown) => {
    if (hasEnded12()) return refuse(endedError, 'false')
    if (isOver) return runTime.lmsFinish(asText(parameter))
    const result = end(() => runTime.lmsFinish(asText(parameter)))
    if (isOver) onEnded()
    return result
  }
  const get = (element: unknown) => {
    if (hasEnded12()) return refuse(endedError, '')
    const name = asText(element)
    // Else that it hasn't begun is what is wrong.
    const wrong = runTime.isInitialized() ? wrongName(version, 'get', name) : undefined
    if (wrong !== undefined) return refuse(wrong, '')
    // What it works out by itself, it answers with the error of the call before.
    runTime.lastErrorCode = '0'
    return asText(runTime.lmsGetValue(name))
  }
  const set = (element: unknown, value: unknown) => {
    if (hasEnded12()) return refuse(endedError, 'false')
    const [name, given] = [asText(element), asText(value)]
    if (!runTime.isInitialized()) return runTime.lmsSetValue(name, given)
    // What is no element is nothing to keep: it takes no room of what is.
    const wrong = wrongName(version, 'set', name)
    if (wrong !== undefined) return refuse(wrong, 'false')
    if (!room.take(name, given)) return refuse(fullErrors[version], 'false')
    const result = setValue(runTime, version, name, given)
    if (typeof result !== 'string') return refuse(result.error, 'false')
    if (result === 'true' && isLeaving) leaveNow()
    else if (result === 'true') changes.note()
    return result
  }
  const commit = (parameter: unknown) => {
    if (hasEnded12()) return refuse(endedError, 'false')
    const result = runTime.lmsCommit(asText(parameter))
    changes.tellNow()
    return result
  }
  const initialize = (parameter: unknown) => runTime.lmsInitialize(asText(parameter))
  const lastError = () => runTime.lmsGetLastError()
  const errorString = (code: unknown) => runTime.lmsGetErrorString(asText(code))
  const diagnostic = (code: unknown) => runTime.lmsGetDiagnostic(asText(code))

  return {
    /** The names under which the standard has a SCO look for it. */
    api:
      version === '1.2'
        ? {
            API: {
              LMSInitialize: initialize,
              LMSFinish: finish,
              LMSGetValue: get,
              LMSSetValue: set,
              LMSCommit: commit,
              LMSGetLastError: lastError,
              LMSGetErrorString: errorString,
              LMSGetDiagnostic: diagnostic,
            },
          }
        : {
            API_1484_11: {
              version: '1.0',
              Initialize: initialize,
              Terminate: finish,
              GetValue: get,
              SetValue: set,
              Commit: commit,
              GetLastError: lastError,
              GetErrorString: errorString,
              GetDiagnostic: diagnostic,
            },
          },
    /** The page is about to go, its SCO's own page after it: which may set things until the end. */
    pageGoes() {
      changes.tellNow()
      isLeaving = true
      leaveNow()
    },
    pageIsBack() {
      if (!isLeaving) return
      isLeaving = false
      keepLeft(undefined)
      if (runTime.isInitialized()) changes.note()
    },
    /** The SCO's own page has loaded, or couldn't be: one that was left before may still have begun a session. */
    pageSettled() {
      isPageSettled = true
    },
    /** The SCO is left: what it didn't end is ended for it, and what never began a session is told as such. */
    leave() {
      if (!isOver && runTime.isInitialized()) end(() => runTime.lmsFinish(''))
      else if (isSilent()) send({ type: 'saveDataClose', data: [] })
    },
    /** The activity that the course's sequencing wants next. */
    next(): string | undefined {
      const current = isOver ? sequencing?.current() : undefined
      return current === identifier ? undefined : current
    },
  }
}
