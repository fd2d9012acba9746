import { type CourseAttempt, courseAttempt } from '@sitwell/contract'
import * as z from 'zod/mini'
import type { Player } from '../context/player.ts'
import { createCourseSaves, keepingAfter } from '../sync/courses/course-saves.ts'
import { newKey } from '../sync/courses/courses-here.ts'
import type { PlayerSync } from '../sync/player-sync-types.ts'
import type { OpenedSco } from './course.machine.ts'
import { talkWithHost } from './host-messages.ts'
import { type ShownKeeping, shownUnsent } from './shown-keeping.ts'
import type { OpenSco } from './use-course-lock.ts'

/** Milliseconds that the loading indicator stays once the host is ready (spec 2 §2). */
const shownAfterMs = 2000
/** Milliseconds that a SCO gets to end itself; its host gives it less. */
const farewellMs = 4000

interface PlayParts {
  readonly frame: HTMLIFrameElement
  readonly origin: string
  readonly page: Window
  readonly opened: OpenedSco
  readonly courseName: string
  readonly courseGuid: string
  readonly player: Pick<Player, 'session' | 'language' | 'reportError'>
  readonly sync: Pick<PlayerSync, 'queue' | 'connection' | 'keeping' | 'courseOpenings' | 'coursesHere' | 'signOfLife'>
  onShown(): void
  /** All files of the course are on this device, and what goes on with them. */
  onFilesStored(): void
  /** Its page couldn't be loaded, or is there after all. */
  onFailed(isFailed: boolean): void
  onKeeping(keeping: ShownKeeping): void
  onOver(next: string | undefined): void
  /** The server has said how the course stands now. */
  onUpdate(course: CourseAttempt): void
}

const saved = z.object({ applied: z.boolean(), number: z.number(), courseAttempt })

/** Plays a SCO in its frame: gives it what it is opened with, and keeps what it sets, until it is over. */
export const playSco = (parts: PlayParts): OpenSco & { stop(): void } => {
  const { frame, origin, page, opened, courseName, courseGuid, sync, player } = parts
  const { user, client } = player.session
  const { attemptId, number, writer, launch, data, opening, isOpenedHere, place, standing } = opened
  const about = { orgId: client.id, learnerName: `${user.firstName} ${user.lastName}`.trim(), courseName }
  /** What was told last may become true otherwise: the connection is found lost only after a save has failed. */
  let isWaiting = false
  const tell = (keeping: ShownKeeping) => {
    isWaiting = false
    parts.onKeeping(keeping)
  }
  const reportStored = () => {
    isWaiting = true
    parts.onKeeping(shownUnsent(sync))
  }
  const saves = createCourseSaves({
    queue: sync.queue,
    opening: { attemptId, number, writer, opening, isOpenedHere, about },
    onKeeping: reportStored,
    onError: player.reportError,
  })
  let shown: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  let tellOver: () => void = () => {}
  const over = new Promise<void>((resolve) => {
    tellOver = resolve
  })
  const end = (next: string | undefined, ended: () => Promise<void> = async () => undefined) => {
    if (isOver) return
    isOver = true
    saves
      .stored()
      .then(ended)
      .then(() => {
        tellOver()
        parts.onOver(next)
      }, player.reportError)
  }
  // A review keeps nothing, and an asset has nothing to keep.
  const isStored = launch.mode === 'normal' && launch.kind === 'sco'
  const keep = { id: writer, key: newKey() }
  const whose = { userGuid: user.guid, courseGuid, attemptId, number, shown: opening, isOpenedHere, about }
  const record = { format: 1, ...whose, ...keep } as const
  const begun = isStored ? sync.courseOpenings.begun(record).catch(player.reportError) : Promise.resolve()
  const parameters = {
    learner: { id: user.guid, name: [user.lastName, user.firstName].filter((name) => name !== '').join(', ') },
    language: player.language.code,
    data: [...data],
    launch,
    ...(isStored && { keep }),
    ...(place && { offline: place }),
  }
  const reportWhenStored = async () => {
    if (!place) return
    await sync.coursesHere.filesStored(courseGuid)
    if ((await standing) !== false) parts.onFilesStored()
  }
  const host = talkWithHost(
    { frame, origin, page, parameters },
    {
      state: saves.keep,
      filesStored: () => void reportWhenStored().catch(player.reportError),
      failed: parts.onFailed,
      active: sync.signOfLife,
      ready() {
        shown = setTimeout(parts.onShown, shownAfterMs)
      },
      // Its host has nothing left of it.
      over: (next) => end(next, () => begun.then(() => sync.courseOpenings.over(writer))),
    },
  )
  const stops = [
    sync.connection.subscribe(() => isWaiting && reportStored()),
    sync.queue.subscribe((event) => {
      const keeping = keepingAfter(attemptId, event)
      if (keeping === 'kept') reportStored()
      else if (keeping === 'refused') tell(keeping)
      if (keeping !== 'saved' || event.kind === 'set-aside') return
      const read = saved.safeParse(event.reply)
      const isOutdated = read.success && !read.data.applied && saves.isBefore(read.data.number)
      tell(isOutdated ? 'outdated' : 'saved')
      if (read.success) parts.onUpdate(read.data.courseAttempt)
    }),
  ]
  return {
    async close() {
      host.close()
      // A SCO that hangs, or whose host is gone, is closed anyway.
      const timer = setTimeout(() => end(undefined), farewellMs)
      await over
      clearTimeout(timer)
    },
    drop() {
      saves.stop()
      end(undefined)
    },
    stop() {
      clearTimeout(shown)
      host.stop()
      for (const stop of stops) stop()
      tellOver()
    },
  }
}
