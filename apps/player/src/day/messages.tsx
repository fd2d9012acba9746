import type { LearnerAction } from '@sitwell/contract'
import { clockTime, localTimeZone } from '@sitwell/i18n/dates'
import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { usePlayer } from '../context/player-context.tsx'
import type { DayWords } from './day-words.ts'
import type { LearnerActions } from './learner-actions.ts'
import styles from './messages.module.css'

/** A long message is scrolled in its box, by keys too. */
const Words = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const box = useRef<HTMLDivElement>(null)
  const [isLong, setLong] = useState(false)
  useLayoutEffect(() => {
    const { current } = box
    if (!current) return
    const measure = () => setLong(current.scrollHeight > current.clientHeight)
    const watching = new ResizeObserver(measure)
    watching.observe(current)
    measure()
    return () => watching.disconnect()
  }, [])
  return (
    <div ref={box} dir="auto" className={styles.words} {...(isLong && { tabIndex: 0, role: 'group', 'aria-label': label })}>
      {text}
    </div>
  )
}

/** What a screen reader hears of a message, once: an evacuation at once, everything else when it has finished what it is saying. */
const Spoken = ({ action, title }: { readonly action: LearnerAction | undefined; readonly title: string }) => {
  const isUrgent = action?.kind === 'evacuate'
  const now = action === undefined ? '' : `${title}: ${action.text ?? ''}`
  // Put into places that are there already: what comes with its place is not spoken.
  const [words, setWords] = useState('')
  useEffect(() => setWords(now), [now])
  return (
    <>
      <p role="status" className={styles.spoken}>
        {!isUrgent && words}
      </p>
      <p aria-live="assertive" className={styles.spoken}>
        {isUrgent && words}
      </p>
    </>
  )
}

/**
 * The messages of invigilators, one after the other, each until the learner says that they have read it. They have their own place above the question, and cover
 * nothing of it.
 */
export const Messages = ({ actions, words }: { readonly actions: LearnerActions; readonly words: DayWords }) => {
  const { language } = usePlayer()
  const shown = useSyncExternalStore(actions.subscribe, actions.shown)
  const button = useRef<HTMLElement>(null)
  const [first] = shown
  // Whoever confirms one by a key continues with the next one.
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (!hadFocus.current) return
    hadFocus.current = false
    const next =
      button.current?.querySelector('button') ?? document.querySelector<HTMLElement>('main h1[tabindex], main h2[tabindex]')
    next?.focus()
  })
  const title = words('day.messageTitle')
  return (
    <>
      <Spoken action={first} title={title} />
      {first && (
        <section
          ref={button}
          aria-label={title}
          className={styles.message}
          data-urgent={first.kind === 'evacuate' || undefined}
        >
          <Icon name="info" />
          <div className={styles.body}>
            <p className={styles.title}>
              <strong>{title}</strong>
              <span className={styles.small}>{clockTime(Date.parse(first.at), localTimeZone(), language.code)}</span>
              {shown.length > 1 && <span className={styles.small}>{words('day.more', { count: shown.length - 1 })}</span>}
            </p>
            <Words key={first.actionID} text={first.text ?? ''} label={title} />
          </div>
          <Button
            key={first.actionID}
            variant="primary"
            className={styles.confirm}
            onPress={() => {
              hadFocus.current = button.current?.contains(document.activeElement) ?? false
              actions.confirm(first.actionID)
            }}
          >
            {words('day.confirm')}
          </Button>
        </section>
      )}
    </>
  )
}
