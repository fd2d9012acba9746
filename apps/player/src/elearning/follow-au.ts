import type { Api } from '@sitwell/client/api'
import type { Outcome } from '@sitwell/client/outcome'
import { type CourseAttempt, cmi5Restore, cmi5Session, hostMessage, type ReplyOf } from '@sitwell/contract'
import type { OpenSco } from './use-course-lock.ts'

/** Milliseconds from one look at how the unit stands to the next one, and those in which it may say goodbye. */
const everyMs = 5000
const farewellMs = 3000
const farewellEveryMs = 500

interface FollowParts {
  readonly api: Pick<Api, 'call'>
  readonly sessionGuid: string
  /** Shows a server that has forgotten the launch that there was one. */
  readonly opening: string | undefined
  /** Of the page. */
  readonly language: string
  /** The frame that it is in, if it is in one, and the origin of the courses. */
  readonly frame: Pick<HTMLIFrameElement, 'contentWindow' | 'src'> | undefined
  readonly origin: string
  readonly page: Pick<Window, 'addEventListener' | 'removeEventListener'>
  /** The server has said how the course stands now. */
  onUpdate(course: CourseAttempt): void
  /** It is over; `isElsewhere` where something else of the course was launched after it. */
  onOver(isElsewhere: boolean): void
  /** The server knows nothing of this launch, and can't be shown it: what is done in the unit counts no more. */
  onForgotten(): void
  onError(error: unknown): void
}

const isUnknown = (outcome: Outcome<typeof cmi5Session>) =>
  !outcome.ok && outcome.kind === 'refused' && outcome.code === 'NOT_FOUND' && !outcome.isFromBetween

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Follows an assignable unit, which speaks with the server alone: asks there how it stands, and at once where its page has led to the one
 * that says that it is over. What it says is on the server or nowhere; without a network it is asked again. A server that was set back is
 * shown the launch, and what the unit had come to.
 */
export const followAu = ({
  api,
  sessionGuid,
  opening: opened,
  language,
  frame,
  origin,
  page,
  onUpdate,
  onOver,
  onForgotten,
  onError,
}: FollowParts): OpenSco & { stop(): void } => {
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = (isElsewhere: boolean) => {
    if (isOver) return
    stop()
    onOver(isElsewhere)
  }
  let opening = opened
  let heard = 0
  const restore = () => api.call(cmi5Restore, { params: { sessionGuid }, body: { opening: opening ?? '', language } })
  const take = ({ courseAttempt, state, ...now }: ReplyOf<typeof cmi5Session>) => {
    opening = now.opening ?? opening
    heard = now.heard ?? heard
    onUpdate(courseAttempt)
    if (state === 'terminated' || state === 'abandoned') end(state === 'abandoned')
  }
  const look = async () => {
    let outcome = await api.call(cmi5Session, { params: { sessionGuid } })
    const lacks = outcome.ok ? (outcome.value.heard ?? heard) < heard : isUnknown(outcome)
    // The database was set back: this page alone knows what the unit had come to.
    if (!isOver && lacks) outcome = await restore()
    if (isOver) return
    if (outcome.ok) return take(outcome.value)
    if (!isUnknown(outcome)) return
    stop()
    onForgotten()
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
