import { type CourseAttempt, largestStoredBytes } from '@sitwell/contract'
import { sizeText } from '@sitwell/exam/answers/file-choice'
import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { OpeningHeading } from '@sitwell/ui/opening-heading.tsx'
import { Spinner } from '@sitwell/ui/spinner.tsx'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { usePlayer } from '../context/player-context.tsx'
import { syncOfPlayer } from '../sync/sync-of-player.ts'
import type { OpenedSco } from './course.machine.ts'
import { allowedInFrame } from './frame-of-course.ts'
import { KeepingStatus } from './keeping-status.tsx'
import { playSco } from './play-sco.ts'
import styles from './sco-player.module.css'
import type { ShownKeeping } from './shown-keeping.ts'
import type { OpenSco } from './use-course-lock.ts'

/** A SCO in its frame on the origin of the courses, and where what it has set stands. */
export const ScoPlayer = ({
  opened,
  courseName,
  courseGuid,
  isSettling,
  open,
  onOver,
  onUpdate,
}: {
  readonly opened: OpenedSco
  readonly courseName: string
  readonly courseGuid: string
  /** It is over, and what it set last is on its way. */
  readonly isSettling: boolean
  readonly open: RefObject<OpenSco | undefined>
  onOver(next: string | undefined): void
  onUpdate(course: CourseAttempt): void
}) => {
  const player = usePlayer()
  const { text, appSettings, reportError } = player
  const frame = useRef<HTMLIFrameElement>(null)
  const [isShown, setShown] = useState(false)
  const [areFilesStored, setFilesStored] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const [isClosing, setClosing] = useState(false)
  const [keeping, setKeeping] = useState<ShownKeeping>()
  const handlers = useRef({ onOver, onUpdate })
  useEffect(() => {
    handlers.current = { onOver, onUpdate }
  })
  const origin = new URL(appSettings.scormServer ?? opened.launch.address, location.href).origin

  useEffect(() => {
    let stop = () => {}
    let isGone = false
    syncOfPlayer(player)
      .then((sync) => {
        if (isGone || !frame.current) return
        const playing = playSco({
          ...{ frame: frame.current, origin, page: window, opened, courseName, courseGuid, player, sync },
          onShown: () => setShown(true),
          onFilesStored: () => setFilesStored(true),
          onFailed: setFailed,
          onKeeping: setKeeping,
          onOver: (next) => handlers.current.onOver(next),
          onUpdate: (course) => handlers.current.onUpdate(course),
        })
        open.current = playing
        stop = () => {
          if (open.current === playing) open.current = undefined
          playing.stop()
        }
      })
      .catch(reportError)
    return () => {
      isGone = true
      stop()
    }
  }, [opened, courseName, courseGuid, origin, open, player, reportError])

  const { name, launch } = opened
  const isLeaving = isClosing || isSettling
  const size = launch.files?.reduce((sum, { bytes }) => sum + bytes, 0)
  const isTooLarge = size === undefined || size > largestStoredBytes
  return (
    <section className={styles.player} aria-labelledby="lesson" data-testid="sco-player">
      <div className={styles.bar}>
        <OpeningHeading className={styles.title}>
          <bdi id="lesson">{name}</bdi>
        </OpeningHeading>
        <div className={styles.status}>
          {launch.mode === 'review' && <p className={styles.review}>{text('course.review')}</p>}
          {(isTooLarge || areFilesStored) && (
            <p className={styles.review} data-testid="course-files">
              {text(isTooLarge ? 'course.needsNetwork' : 'course.goesOffline', {
                size: size === undefined ? '' : sizeText(size, player.language.code),
              })}
            </p>
          )}
          <KeepingStatus keeping={keeping} />
        </div>
        <Button
          isPending={isLeaving}
          onPress={() => {
            setClosing(true)
            open.current?.close().catch(reportError)
          }}
        >
          <Icon name="close" />
          {text('course.close')}
        </Button>
      </div>
      <div className={styles.stage}>
        <iframe
          ref={frame}
          className={styles.frame}
          title={text('course.frame', { name })}
          sandbox={allowedInFrame}
          allow="autoplay; fullscreen; unload"
          src={`${origin}/host.html`}
        />
        <div role="alert">
          {hasFailed && !isLeaving && (
            <div className={styles.failed} data-testid="lesson-failed">
              <h2>{text('course.pageFailedTitle')}</h2>
              <p>{text('course.pageFailedText')}</p>
            </div>
          )}
        </div>
        {((!isShown && !hasFailed) || isLeaving) && (
          <div className={styles.veil}>
            <Spinner label={text(isLeaving ? 'course.closing' : 'course.opening', { name })} />
          </div>
        )}
      </div>
    </section>
  )
}
