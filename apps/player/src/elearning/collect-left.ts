import { type CourseState, type HostMessage, hostMessage, type PageMessage } from '@sitwell/contract'
import type { TabLocks } from '../context/browser/channel-locks.ts'
import type { Player } from '../context/player.ts'
import type { CourseOpeningRecord } from '../storage/records.ts'
import type { PlayerSync } from '../sync/player-sync-types.ts'
import { allowedInFrame } from './frame-of-course.ts'
import { isFromHost } from './host-messages.ts'
import { courseLockName } from './use-course-lock.ts'

/** Milliseconds that the host gets to say what is left; it is asked again by the next page. */
const answerMs = 10_000

/** Of the courses, where the configuration names it. */
export const originOfCourses = ({ appSettings }: Pick<Player, 'appSettings'>): string =>
  new URL(appSettings.scormServer ?? '', location.href).origin

interface CollectParts {
  readonly sync: Pick<PlayerSync, 'courseOpenings'>
  /** Of the courses. */
  readonly origin: string
  readonly page: Window
}

type Found = ReadonlyMap<string, { readonly state: CourseState; readonly ends: boolean }>

/** Asks the courses' origin, in a frame that nobody sees, what is left of these openings; `keep` is done before it is forgotten there. */
const askHost = (
  { origin, page }: Omit<CollectParts, 'sync'>,
  openings: readonly CourseOpeningRecord[],
  keep: (found: Found) => Promise<void>,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const frame = page.document.createElement('iframe')
    frame.hidden = true
    frame.setAttribute('sandbox', allowedInFrame)
    frame.src = `${origin}/host.html`
    const found = new Map<string, { state: CourseState; ends: boolean }>()
    let isStored = false
    const end = (settle: () => void) => {
      clearTimeout(timer)
      page.removeEventListener('message', hear)
      frame.remove()
      settle()
    }
    const timer = setTimeout(() => end(() => reject(new Error('The host of courses does not answer'))), answerMs)
    const post = (message: PageMessage) => frame.contentWindow?.postMessage(message, origin)
    const keepFound = () => {
      isStored = true
      keep(found).then(
        () => post({ type: 'close' }),
        (error: unknown) => end(() => reject(error)),
      )
    }
    const take = (message: HostMessage) => {
      if (message.type === 'playerReady')
        return post({ type: 'setParameters', left: openings.map(({ id, key }) => ({ id, key })) })
      if (message.type !== 'close') {
        const { type, left, ...state } = message
        if (left !== undefined) found.set(left, { state, ends: type === 'saveDataClose' })
        return
      }
      if (isStored) end(resolve)
      else keepFound()
    }
    const hear = (event: MessageEvent) => {
      const read = isFromHost(event, frame, origin) ? hostMessage.safeParse(event.data) : undefined
      if (read?.success) take(read.data)
    }
    page.addEventListener('message', hear)
    page.document.body.append(frame)
  })

const collect = async (parts: CollectParts, openings: readonly CourseOpeningRecord[]) => {
  if (openings.length === 0) return
  await askHost(parts, openings, async (found) => {
    for (const opening of openings) await parts.sync.courseOpenings.collected(opening, found.get(opening.id))
  })
}

/** Takes over what the SCOs of a course set as their pages went away; of the course that this tab plays. */
export const collectOfCourse = async (parts: CollectParts, courseGuid: string): Promise<void> =>
  collect(
    parts,
    (await parts.sync.courseOpenings.all()).filter((one) => one.courseGuid === courseGuid),
  )

/** The same of all courses that no tab plays. */
export const collectLeft = async (parts: CollectParts, locks: Pick<TabLocks, 'query'> | undefined): Promise<void> => {
  const openings = await parts.sync.courseOpenings.all()
  if (openings.length === 0 || !locks) return
  const held = new Set((await locks.query()).held?.map(({ name }) => name))
  await collect(
    parts,
    openings.filter(({ userGuid, courseGuid }) => !held.has(courseLockName(userGuid, courseGuid))),
  )
}
