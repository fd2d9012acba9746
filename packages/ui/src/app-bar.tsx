import { type ReactNode, useEffect, useState } from 'react'
import styles from './app-bar.module.css'

/** Milliseconds between two steps of the title's dots while loading (spec 1 §2). */
const dotStepMs = 250

/** 0 to 3 dots, one more each 250 ms (spec 1 §2). They take their space from the start, so that nothing moves. */
const LoadingDots = () => {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setCount((shown) => (shown + 1) % 4), dotStepMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <span className={styles.dots} aria-hidden="true">
      {'.'.repeat(count)}
    </span>
  )
}

/** The bar above every signed-in page: 48 px high, its logo 36 px (spec 1 §2). `children` are its actions. */
export const AppBar = ({
  logo,
  logoLabel,
  title,
  isLoading = false,
  welcome,
  children,
}: {
  readonly logo?: string | undefined
  readonly logoLabel: string
  readonly title: string
  readonly isLoading?: boolean
  readonly welcome?: string | undefined
  readonly children?: ReactNode
}) => (
  <header className={styles.bar}>
    <div className={styles.start}>
      {logo !== undefined && logo !== '' && <img className={styles.logo} src={logo} alt={logoLabel} />}
      {/* No paragraph: the space that a learner sets between those would push it out of the bar. */}
      <div className={styles.title}>
        <bdi>{title}</bdi>
        {isLoading && <LoadingDots />}
      </div>
    </div>
    <div className={styles.end}>
      {welcome !== undefined && <div className={styles.welcome}>{welcome}</div>}
      {children}
    </div>
  </header>
)
