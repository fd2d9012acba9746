import { Html } from '@sitwell/ui/html.tsx'
import { usePlayer } from '../../../context/player-context.tsx'
import styles from './work-surface.module.css'

/** The text that several questions are about. Where it stays from one question to the next, so does the place in it. */
export const Scenario = ({ html }: { readonly html: string }) => {
  const { text } = usePlayer()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <section key={html} aria-label={text('exam.scenario')} tabIndex={0} className={styles.scenario} data-testid="scenario">
      <div className={styles.scenarioText}>
        <Html html={html} />
      </div>
    </section>
  )
}
