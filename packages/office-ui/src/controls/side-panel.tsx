import { classNames } from '@sitwell/ui/class-names.ts'
import { Icon } from '@sitwell/ui/icon.tsx'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import density from '../density.module.css'
import { useOfficeTexts } from '../office-texts.tsx'
import styles from './side-panel.module.css'

/**
 * Something beside a list, which stays usable: one row's summary, or what an action will change. It takes the focus as it comes; Escape in
 * it closes it, and the focus goes back to where it was.
 */
export const SidePanel = ({
  title,
  onClose,
  children,
}: {
  readonly title: string
  onClose(): void
  readonly children: ReactNode
}) => {
  const { text } = useOfficeTexts()
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const before = document.activeElement
    heading.current?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <section
      aria-labelledby={id}
      className={classNames(density.compact, styles.panel)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
    >
      <div className={styles.head}>
        <h2 ref={heading} id={id} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        <button type="button" className={styles.close} aria-label={text('panel.close', { title })} onClick={onClose}>
          <Icon name="close" className={styles.icon} />
        </button>
      </div>
      <div className={styles.content}>{children}</div>
    </section>
  )
}
