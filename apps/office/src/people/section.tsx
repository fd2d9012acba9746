import density from '@sitwell/office-ui/density.module.css'
import { classNames } from '@sitwell/ui/class-names.ts'
import { type ReactNode, useId } from 'react'
import styles from './section.module.css'

/** A part of a person's page, with its heading and what can be done beside it. */
export const Section = ({
  title,
  actions,
  className,
  children,
}: {
  readonly title: string
  readonly actions?: ReactNode
  readonly className?: string | undefined
  readonly children: ReactNode
}) => {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classNames(density.compact, styles.section, className)}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  )
}
