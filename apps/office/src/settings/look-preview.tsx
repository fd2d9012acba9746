import type { CSSProperties } from 'react'
import styles from './look.module.css'
import { useSettingsText } from './settings-text.ts'

/** A piece of an exam in colours that aren't saved yet. Nothing in it can be pressed. */
export const LookPreview = ({
  tokens,
  name,
  logo,
}: {
  readonly tokens: Readonly<Record<string, string>>
  readonly name: string
  /** Of the bar. */
  readonly logo: string | undefined
}) => {
  const text = useSettingsText()
  return (
    <section aria-label={text('look.preview')} className={styles.preview} style={tokens as CSSProperties} data-testid="preview">
      <div className={styles.bar}>
        {logo === undefined ? <bdi>{name}</bdi> : <img src={logo} alt={name} className={styles.barLogo} />}
      </div>
      <div className={styles.paper}>
        <div className={styles.card}>
          <p className={styles.question}>{text('look.preview.question')}</p>
          <p className={styles.chosen}>{text('look.preview.chosen')}</p>
          <p className={styles.link}>{text('look.preview.link')}</p>
        </div>
        <p className={styles.quiet}>{text('look.preview.quiet')}</p>
        <p className={styles.button}>{text('look.preview.next')}</p>
      </div>
    </section>
  )
}
