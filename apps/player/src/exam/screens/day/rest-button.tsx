import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { usePlayer } from '../../../context/player-context.tsx'
import type { Rest } from '../../session/day/follow-rest.ts'
import type { LaterMessages } from '../preload/later-messages.ts'
import { durationText } from '../time/duration-text.ts'
import styles from './rest-button.module.css'

/** The place for it in the bar of the exam, which comes and goes with the questions. */
const useBar = (): Element | undefined => {
  const [bar, setBar] = useState<Element>()
  useLayoutEffect(() => setBar(document.querySelector('[data-day]') ?? undefined))
  return bar
}

/** Begins a rest break, and says how much is left of the allowance; nothing for a learner without one. */
export const RestButton = ({
  rest,
  mayRest,
  words,
}: {
  readonly rest: Rest
  readonly mayRest: boolean
  readonly words: LaterMessages
}) => {
  const { text } = usePlayer()
  const bar = useBar()
  const left = useSyncExternalStore(rest.subscribe, rest.leftSeconds)
  const problem = useSyncExternalStore(rest.subscribe, rest.problem)
  const isBeginning = useSyncExternalStore(rest.subscribe, rest.isBeginning)
  if (left === undefined) return null
  const duration = durationText(text, left)
  const says = words(left > 0 ? 'day.restLeft' : 'day.restNone', { duration })
  return (
    <>
      <p role="alert" className={styles.problem}>
        {problem !== undefined && words(`day.rest.${problem}`)}
      </p>
      {bar &&
        createPortal(
          <Button
            variant="quiet"
            aria-label={`${words('day.rest')} ${says}`}
            isDisabled={!mayRest || left === 0}
            isPending={isBeginning}
            onPress={rest.begin}
          >
            <Icon name="pause" />
            <span className={styles.label}>
              {words('day.rest')} <span className={styles.left}>{says}</span>
            </span>
          </Button>,
          bar,
        )}
    </>
  )
}
