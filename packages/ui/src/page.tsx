import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from './class-names.ts'
import styles from './page.module.css'

/**
 * The frame of a page: its one main landmark. `heading` takes the focus when the page opens, so that a screen reader starts at
 * the right place; with `keepsFocus` a field of the page has it instead. `useAppBar` sets the bar above.
 */
export const Page = ({
  heading,
  children,
  align = 'top',
  width = 'panel',
  keepsFocus = false,
}: {
  readonly heading?: string
  readonly children: ReactNode
  readonly align?: 'top' | 'centre'
  readonly width?: 'card' | 'panel' | 'full'
  readonly keepsFocus?: boolean
}) => {
  const headingRef = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (heading !== undefined && !keepsFocus) headingRef.current?.focus()
  }, [heading, keepsFocus])
  return (
    <main id="main" tabIndex={-1} className={classNames(styles.main, styles[align])}>
      <div className={classNames(styles.content, styles[width])}>
        {heading !== undefined && (
          <h1 ref={headingRef} tabIndex={-1} className={styles.heading}>
            <bdi>{heading}</bdi>
          </h1>
        )}
        {children}
      </div>
    </main>
  )
}
