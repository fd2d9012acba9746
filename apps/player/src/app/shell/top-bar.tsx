import { AppBar } from '@sitwell/ui/app-bar.tsx'
import { useAppBarState } from '@sitwell/ui/app-bar-state.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { useLocation } from '@tanstack/react-router'
import { usePlayer } from '../../api/player-context.tsx'
import { BugReportButton } from './bug-report-button.tsx'
import { LanguageSelect } from './language-select.tsx'
import { LogsButton } from './logs-button.tsx'
import { ThemeSelect } from './theme-select.tsx'
import styles from './top-bar.module.css'

/** The bar of the signed-in area (spec 1 §2): the screen on show says its title, the rest is the same everywhere. */
export const TopBar = () => {
  const { text, settings, appSettings, session, signOut } = usePlayer()
  const { title, isLoading = false, canSignOut = true } = useAppBarState()
  const { firstName, lastName } = session.user
  // The page is loaded again with it, which nobody wants in the middle of an exam or a lesson.
  const mayChooseLanguage = /^\/(rubric|schedules)\b/.test(useLocation().pathname)
  return (
    <AppBar
      logo={settings.appBarLogoUrl || settings.logoUrl}
      logoLabel={settings.name === undefined ? text('bar.logoUnnamed') : text('bar.logo', { name: settings.name })}
      title={title}
      isLoading={isLoading}
      welcome={text('bar.welcome', { firstName, lastName })}
    >
      {settings.proctoringActive && settings.proctoringDebug && <span className={styles.chip}>P</span>}
      <span className={styles.chip} data-testid="version">
        {settings.versionNumber ?? appSettings.appVersion}
      </span>
      {mayChooseLanguage && <LanguageSelect />}
      <ThemeSelect />
      {session.user.admin && (
        <>
          <BugReportButton />
          <LogsButton />
        </>
      )}
      {canSignOut && (
        <Button variant="quiet" className={styles.signOut} aria-label={text('bar.signOut')} onPress={signOut}>
          <Icon name="signOut" className={styles.signOutIcon} />
          <span className={styles.signOutText}>{text('bar.signOut')}</span>
        </Button>
      )}
    </AppBar>
  )
}
