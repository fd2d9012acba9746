import { useAppVisitor } from '@sitwell/app-core/visitor-context.tsx'
import { languages, offeredLanguages } from '@sitwell/i18n/languages'
import { Icon } from '@sitwell/ui/icon.tsx'
import { useId } from 'react'
import { useAppShell } from './shell-context.tsx'
import styles from './theme-select.module.css'

/** Chooses the language, where the organisation offers more than one. Each is called as it calls itself. */
export const LanguageSelect = () => {
  const { app } = useAppShell()
  const { text, language, settings, reportError } = useAppVisitor()
  const id = useId()
  const offered = offeredLanguages(settings.languages)
  if (offered.length === 0) return null
  // One that a person's record has, and the organisation doesn't offer, is what they read anyway.
  const shown = languages.filter((one) => one === language || offered.includes(one))
  const choose = (code: string) => {
    const chosen = offered.find((one) => one.code === code)
    if (chosen !== undefined) app.chooseLanguage(chosen).catch(reportError)
  }
  return (
    <span className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {text('bar.language')}
      </label>
      <Icon name="language" className={styles.icon} />
      <select id={id} className={styles.select} value={language.code} onChange={(event) => choose(event.target.value)}>
        {shown.map(({ code, name }) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
      <Icon name="arrowDown" className={styles.arrow} />
    </span>
  )
}
