import type { CourseAttempt } from '@sitwell/contract'
import { Button } from '@sitwell/ui/button.tsx'
import { ButtonLink } from '@sitwell/ui/button-link.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { OpeningHeading } from '@sitwell/ui/opening-heading.tsx'
import { Spinner } from '@sitwell/ui/spinner.tsx'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { usePlayer } from '../context/player-context.tsx'
import styles from './au-player.module.css'
import type { OpenedAu } from './course.machine.ts'
import { followAu } from './follow-au.ts'
import { allowedInFrame } from './frame-of-course.ts'
import frameStyles from './sco-player.module.css'
import type { OpenSco } from './use-course-lock.ts'

/** An assignable unit: in a frame, or with the way to its own window, and followed until it is over. */
export const AuPlayer = ({
  opened,
  isSettling,
  open,
  onOver,
  onUpdate,
}: {
  readonly opened: OpenedAu
  readonly isSettling: boolean
  readonly open: RefObject<OpenSco | undefined>
  onOver(): void
  onUpdate(course: CourseAttempt): void
}) => {
  const { text, api, appSettings, language, reportError } = usePlayer()
  const frame = useRef<HTMLIFrameElement>(null)
  const message = useRef<HTMLParagraphElement>(null)
  const [isClosing, setClosing] = useState(false)
  /** It counts no more: something else of the course was launched, or the server has forgotten it. */
  const [ended, setEnded] = useState<'course.launchedElsewhere' | 'course.launchForgotten'>()
  const [isGone, setGone] = useState(false)
  const handlers = useRef({ onOver, onUpdate })
  useEffect(() => {
    handlers.current = { onOver, onUpdate }
  })
  const { name, launch } = opened
  const { address, place, mode, sessionGuid, opening } = launch
  const origin = new URL(appSettings.scormServer ?? address, location.href).origin
  useEffect(() => {
    // Who is closing it reads that too, and goes back by themselves.
    const endAs = (why: NonNullable<typeof ended>) => {
      setClosing(false)
      setEnded(why)
    }
    const following = followAu({
      ...{
        api,
        sessionGuid,
        opening,
        language: language.code,
        frame: frame.current ?? undefined,
        origin,
        page: window,
        onError: reportError,
      },
      onUpdate: (course) => handlers.current.onUpdate(course),
      onOver: (elsewhere) => (elsewhere ? endAs('course.launchedElsewhere') : handlers.current.onOver()),
      onForgotten: () => endAs('course.launchForgotten'),
    })
    open.current = following
    return () => {
      if (open.current === following) open.current = undefined
      following.stop()
    }
  }, [api, sessionGuid, opening, language.code, origin, open, reportError])

  // The link that had the focus is gone: it worked once.
  useEffect(() => {
    if (isGone) message.current?.focus()
  }, [isGone])
  const isLeaving = isClosing || isSettling
  const close = () => {
    if (ended) return onOver()
    setClosing(true)
    open.current?.close().catch(reportError)
  }
  return (
    <section className={frameStyles.player} aria-labelledby="lesson" data-testid="au-player">
      <div className={frameStyles.bar}>
        <OpeningHeading className={frameStyles.title}>
          <bdi id="lesson">{name}</bdi>
        </OpeningHeading>
        {mode === 'Review' && (
          <div className={frameStyles.status}>
            <p className={frameStyles.review}>{text('course.review')}</p>
          </div>
        )}
        <Button isPending={isLeaving} onPress={close}>
          <Icon name="close" />
          <span>{text(place === 'window' || ended ? 'course.back' : 'course.close')}</span>
        </Button>
      </div>
      <div className={frameStyles.stage}>
        {place === 'frame' && !ended && (
          <iframe
            ref={frame}
            className={frameStyles.frame}
            title={text('course.frame', { name })}
            sandbox={allowedInFrame}
            allow="autoplay; fullscreen; unload"
            src={address}
          />
        )}
        {place === 'window' && !ended && (
          <div className={styles.message}>
            <p ref={message} tabIndex={-1} role="status">
              {text(isGone ? 'course.windowOpen' : 'course.windowText')}
            </p>
            {!isGone && (
              <ButtonLink
                variant="primary"
                href={address}
                target="_blank"
                rel="noopener noreferrer"
                onClick={() => setGone(true)}
              >
                {text('course.windowAction')}
              </ButtonLink>
            )}
          </div>
        )}
        {ended && (
          <div className={styles.message}>
            <p role="alert">{text(ended)}</p>
          </div>
        )}
        {isLeaving && (
          <div className={frameStyles.veil}>
            <Spinner label={text('course.closing', { name })} />
          </div>
        )}
      </div>
    </section>
  )
}
