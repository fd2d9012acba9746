import { useEffect, useRef } from 'react'
import { useOffice } from '../office-context.tsx'
import { ActionLink } from '../people/action-link.tsx'
import { OfficeLink } from '../shell/office-link.tsx'
import { OfficePage } from '../shell/office-page.tsx'
import styles from './places.module.css'

/** The page of something that was just removed: what went with it, and where to continue. */
export const PlaceRemoved = ({
  name,
  said,
  list,
}: {
  readonly name: string
  /** A sentence each. */
  readonly said: readonly string[]
  /** The list that it was in. */
  readonly list: 'groups' | 'centres'
}) => {
  const { text } = useOffice()
  const done = useRef<HTMLParagraphElement>(null)
  // The button that had the focus is gone.
  useEffect(() => done.current?.focus(), [])
  const back = text(`${list}.back`)
  return (
    <OfficePage title={name} above={<OfficeLink to={`/${list}`}>{back}</OfficeLink>}>
      <p ref={done} role="status" tabIndex={-1} className={styles.done}>
        {said.join(' ')}
      </p>
      <div>
        <ActionLink to={`/${list}`}>{back}</ActionLink>
      </div>
    </OfficePage>
  )
}
