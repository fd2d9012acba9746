import { useAppVisitor } from '@sitwell/app-core/visitor-context.tsx'
import { themeMessageId } from '@sitwell/themes/themes'
import { Icon } from '@sitwell/ui/icon.tsx'
import { useId, useSyncExternalStore } from 'react'
import { useAppShell } from './shell-context.tsx'
import styles from './theme-select.module.css'

/** Chooses the colour theme. A native list: it works with every aid, and on a phone it is the phone's own. */
export const ThemeSelect = () => {
  const { themes } = useAppShell()
  const { text } = useAppVisitor()
  const current = useSyncExternalStore(themes.subscribe, themes.current)
  const id = useId()
  const nameOf = (name: string) => {
    const messageId = themeMessageId(name)
    return messageId === undefined ? name : text(messageId)
  }
  return (
    <span className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {text('bar.theme')}
      </label>
      <Icon name="theme" className={styles.icon} />
      <select id={id} className={styles.select} value={current} onChange={(event) => themes.choose(event.target.value)}>
        {themes.choices.map(({ name }) => (
          <option key={name} value={name}>
            {nameOf(name)}
          </option>
        ))}
      </select>
      <Icon name="arrowDown" className={styles.arrow} />
    </span>
  )
}
