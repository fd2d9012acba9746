import density from '@sitwell/office-ui/density.module.css'
import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { type ReactNode, useState } from 'react'
import { useOffice } from '../../office-context.tsx'
import styles from './response.module.css'

const steps = [1, 1.5, 2, 3, 4, 6] as const

/** A picture that can be made larger; then it scrolls in its box. */
export const Zoomed = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => {
  const { text, language } = useOffice()
  const [at, setAt] = useState(0)
  const zoom = steps[at] ?? 1
  const percent = zoom.toLocaleString(language.code, { style: 'percent' })
  return (
    <div className={styles.zoomed}>
      <div className={styles.zoomBar}>
        <Button
          isIcon
          className={density.press}
          aria-label={text('marking.smaller')}
          isDisabled={at === 0}
          onPress={() => setAt(at - 1)}
        >
          <Icon name="minus" className={styles.icon} />
        </Button>
        <span role="status" className={styles.percent}>
          {percent}
        </span>
        <Button
          isIcon
          className={density.press}
          aria-label={text('marking.larger')}
          isDisabled={at === steps.length - 1}
          onPress={() => setAt(at + 1)}
        >
          <Icon name="plus" className={styles.icon} />
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too */}
      <section className={styles.scrolls} tabIndex={0} aria-label={label}>
        <div style={{ inlineSize: `${zoom * 100}%` }} className={styles.picture}>
          {children}
        </div>
      </section>
    </div>
  )
}
