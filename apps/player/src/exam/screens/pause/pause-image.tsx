import styles from './paused-screen.module.css'

/** A cup that steams: there is nothing to do but wait. Decorative; the words beside it say what it means. */
export const PauseImage = () => (
  <svg viewBox="0 0 96 96" aria-hidden="true" className={styles.image} data-testid="pause-image">
    <circle className={styles.ground} cx="48" cy="48" r="46" />
    <path
      className={styles.lines}
      d="M26 44h38v16a14 14 0 0 1-14 14H40a14 14 0 0 1-14-14zM64 48h4a7 7 0 0 1 0 14h-4M24 80h42"
    />
    <path className={styles.lines} d="M36 36c-4-5 4-8 0-13m9 13c-4-5 4-8 0-13m9 13c-4-5 4-8 0-13" />
  </svg>
)
