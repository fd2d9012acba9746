import type { Api } from '@sitwell/client/api'
import { type CourseAttempt, cmi5Session, hostMessage } from '@sitwell/contract'
import type { OpenSco } from './use-course-lock.ts'

/** Milliseconds from one look at how the unit stands to the next one, and those in which it may say goodbye. */
const everyMs = 5000
const farewellMs = 3000
const farewellEveryMs = 500

interface FollowParts {
  readonly api: Pick<Api, 'call'>
  readonly sessionGuid: string
  /** The frame that it is in, if it is in one, and the origin of the courses. */
  readonly frame: Pick<HTMLIFrameElement, 'contentWindow' | 'src'> | undefined
  readonly origin: string
  readonly page: Pick<Window, 'addEventListener' | 'removeEventListener'>
  /** The server has said how the course stands now. */
  onTold(course: CourseAttempt): void
  /** It is over; `isElsewhere` where something else of the course was launched after it. */
  onOver(isElsewhere: boolean): void
  onError(error: unknown): void
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Follows an assignable unit, which speaks with the server alone: asks there how it stands, and at once where its page has led to the one
 * that says that it is over. What it says is on the server or nowhere; without a network it is asked again.
 */
export const followAu = ({
  api,
  sessionGuid,
  frame,
  origin,
  page,
  onTold,
  onOver,
  onError,
}: FollowParts): OpenSco & { stop(): void } => {
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = (isElsewhere: boolean) => {
    if (isOver) return
    stop()
    onOver(isElsewhere)
  }
  const look = async () => {
    const outcome = await api.call(cmi5Session, { params: { sessionGuid } })
    if (isOver || !outcome.ok) return
    onTold(outcome.value.courseAttempt)
    if (outcome.value.state === 'terminated' || outcome.value.state === 'abandoned') end(outcome.value.state === 'abandoned')
  }
  const again = () => {
    timer = setTimeout(() => {
      look()
        .catch(onError)
        .finally(() => {
          if (!isOver) again()
        })
    }, everyMs)
  }
  const hear = (event: MessageEvent) => {
    if (event.origin !== origin || event.source === null || event.source !== frame?.contentWindow) return
    if (hostMessage.safeParse(event.data).data?.type === 'close') close().catch(onError)
  }
  const stop = () => {
    isOver = true
    clearTimeout(timer)
    page.removeEventListener('message', hear)
  }
  /** A unit says goodbye as its page goes away: it gets a moment for it, and the server for hearing it. */
  const close = async () => {
    if (isOver) return
    clearTimeout(timer)
    if (frame) frame.src = 'about:blank'
    for (let leftMs = frame ? farewellMs : 0; leftMs > 0 && !isOver; leftMs -= farewellEveryMs) {
      await wait(farewellEveryMs)
      await look().catch(onError)
    }
    if (!frame) await look().catch(onError)
    end(false)
  }
  page.addEventListener('message', hear)
  again()
  return { close, drop: () => end(true), stop }
}
