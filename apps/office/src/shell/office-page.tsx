import { useAppBar } from '@sitwell/ui/app-bar-state.tsx'
import { classNames } from '@sitwell/ui/class-names.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './office-page.module.css'
import { useKeptFocus } from './use-kept-focus.ts'

/**
 * The frame of a page of the office: its one main landmark, and its heading, which takes the focus as the page opens. With `fills`, what is in it
 * shares the height of the window, as a table that scrolls inside does; otherwise the page scrolls.
 */
export const OfficePage = ({
  title,
  heading = title,
  actions,
  above,
  fills = false,
  isLoading = false,
  landmark,
  children,
}: {
  /** The name of the browser's tab. */
  readonly title: string
  /** Shown as the heading; the title unless given. */
  readonly heading?: ReactNode
  /** Buttons beside the heading. */
  readonly actions?: ReactNode
  /** The way back, above the heading. */
  readonly above?: ReactNode
  readonly fills?: boolean
  readonly isLoading?: boolean
  /** The name of its landmark, for a page with a frame that has a main landmark too. */
  readonly landmark?: string
  readonly children: ReactNode
}) => {
  const main = useRef<HTMLElement>(null)
  const ref = useRef<HTMLHeadingElement>(null)
  useAppBar({ title, isLoading })
  useEffect(() => ref.current?.focus(), [])
  useKeptFocus(main, ref)
  return (
    <main ref={main} id="main" tabIndex={-1} aria-label={landmark} className={classNames(styles.main, fills && styles.fills)}>
      {above !== undefined && <div className={styles.above}>{above}</div>}
      <div className={styles.head}>
        <h1 ref={ref} tabIndex={-1} className={styles.heading}>
          <bdi>{heading}</bdi>
        </h1>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </main>
  )
}
