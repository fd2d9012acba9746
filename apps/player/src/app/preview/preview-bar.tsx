import { ThemeSelect } from '@sitwell/app-shell/theme-select.tsx'
import { AppBar } from '@sitwell/ui/app-bar.tsx'
import { useAppBarState } from '@sitwell/ui/app-bar-state.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { usePlayer } from '../../context/player-context.tsx'
import styles from './preview-bar.module.css'
import { usePreviewText } from './preview-text.ts'

/** Above every page: what this is, and below it the player's bar as learners have it, without what is about their session. */
export const PreviewBar = () => {
  const { settings, session } = usePlayer()
  const text = usePreviewText()
  const { title, isLoading = false } = useAppBarState()
  const { firstName, lastName } = session.user
  return (
    <section aria-label={text('preview.label')} className={styles.bars}>
      <div className={styles.label}>
        <Icon name="document" className={styles.icon} />
        <strong className={styles.what}>{text('preview.label')}</strong>
        <span className={styles.note}>{text('preview.nothingStored')}</span>
      </div>
      <AppBar
        logo={settings.appBarLogoUrl || settings.logoUrl}
        logoLabel={settings.name === undefined ? text('bar.logoUnnamed') : text('bar.logo', { name: settings.name })}
        title={title}
        isLoading={isLoading}
        welcome={text('bar.welcome', { firstName, lastName })}
      >
        <ThemeSelect />
      </AppBar>
    </section>
  )
}
