import { type CourseParameters, type CourseState, type HostMessage, hostMessage, type PageMessage } from '@sitwell/contract'

/** What the host of a SCO tells the page. */
export interface HostListener {
  /** What the SCO has set; `read` gives undefined if it isn't that. */
  state(arrived: { read(): CourseState | undefined; readonly ends: boolean }): void
  ready(): void
  /** All files of the course are on this device. */
  filesStored(): void
  /** The page of the SCO couldn't be loaded; `isFailed` is false once it is there after all. */
  failed(isFailed: boolean): void
  /** The learner acts in the frame. */
  active(): void
  /** The SCO is over; `next` is the activity that the course's sequencing wants. */
  over(next: string | undefined): void
}

interface HostParts {
  readonly frame: Pick<HTMLIFrameElement, 'contentWindow'>
  /** Of the courses. */
  readonly origin: string
  readonly page: Pick<Window, 'addEventListener' | 'removeEventListener'>
  readonly parameters: CourseParameters
}

/** A state is large, and a SCO in a loop sends many: most are never read. */
const readState = (data: unknown) => () => {
  const read = hostMessage.safeParse(data)
  if (!read.success || !('data' in read.data)) return undefined
  const { type: _type, left: _left, ...state } = read.data
  return state
}

/** No element: it says that the learner is active, and nothing else. */
const isEmpty = (message: unknown) => {
  const { data } = Object(message) as { readonly data?: unknown }
  return Array.isArray(data) && data.length === 0
}

const typeOf = (data: unknown) => (Object(data) as { readonly type?: unknown }).type

/** Whether a message comes from the frame of courses. */
export const isFromHost = (event: MessageEvent, frame: Pick<HTMLIFrameElement, 'contentWindow'>, origin: string): boolean =>
  event.origin === origin && event.source !== null && event.source === frame.contentWindow

/**
 * The page's side of its five messages with the host of a SCO: heard is only what comes from that origin and that frame, and has the
 * form of one. Whatever runs in the frame, it can say no more than what the SCO has set.
 */
export const talkWithHost = ({ frame, origin, page, parameters }: HostParts, listener: HostListener) => {
  let isReady = false
  const post = (message: PageMessage) => frame.contentWindow?.postMessage(message, origin)
  const begin = () => {
    if (isReady) return
    isReady = true
    post({ type: 'setParameters', parameters })
    listener.ready()
  }
  const hearReady = ({ kept, failed }: Extract<HostMessage, { type: 'playerReady' }>) => {
    if (kept) listener.filesStored()
    else if (failed !== undefined) listener.failed(failed)
    else begin()
  }
  const hear = (event: MessageEvent) => {
    if (!isFromHost(event, frame, origin)) return
    const data: unknown = event.data
    const type = typeOf(data)
    if (type === 'saveData' && isEmpty(data)) return listener.active()
    if (type === 'saveData' || type === 'saveDataClose')
      return listener.state({ read: readState(data), ends: type === 'saveDataClose' })
    const read = hostMessage.safeParse(data)
    if (!read.success) return
    if (read.data.type === 'close') return listener.over(read.data.next)
    if (read.data.type === 'playerReady') hearReady(read.data)
  }
  page.addEventListener('message', hear)
  return {
    /** The learner closes it: the SCO gets to end itself, and `over` is told. */
    close: () => post({ type: 'close' }),
    stop: () => page.removeEventListener('message', hear),
  }
}
