import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { PanelProps } from '../panel-props.ts'
import styles from './scroll-box.module.css'

/** What may be wider than its place: it scrolls in itself, by keyboard too, and says so while it does. */
export const ScrollBox = ({
  className = '',
  text,
  children,
}: Pick<PanelProps, 'text'> & { readonly className?: string | undefined; readonly children: ReactNode }) => {
  const box = useRef<HTMLDivElement>(null)
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setScrolls(element.scrollWidth > element.clientWidth + 1)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
  }, [])
  const reachable = scrolls ? { tabIndex: 0, role: 'group', 'aria-label': text('question.scrollsSideways') } : {}
  return (
    <>
      {scrolls && (
        <p className={styles.hint} aria-hidden="true">
          <svg viewBox="0 0 24 12" aria-hidden="true" className={styles.arrows}>
            <path
              d="M6 1 1 6l5 5M18 1l5 5-5 5M1 6h22"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.75"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
          {text('question.scrollsSideways')}
        </p>
      )}
      <div ref={box} className={`${styles.box} ${className}`} {...reachable}>
        {children}
      </div>
    </>
  )
}
