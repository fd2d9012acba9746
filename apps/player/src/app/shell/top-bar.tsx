import { useAddress } from '@sitwell/navigation/navigation.tsx'
import { AppBar } from '@sitwell/ui/app-bar.tsx'
import { useAppBarState } from '@sitwell/ui/app-bar-state.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { usePlayer } from '../../context/player-context.tsx'
import { BarLink } from './bar-link.tsx'
import { BugReportButton } from './bug-report-button.tsx'
import { LanguageSelect } from './language-select.tsx'
import { ThemeSelect } from './theme-select.tsx'
import styles from './top-bar.module.css'

/** The bar of the signed-in area (spec 1 §2): the screen on show says its title, the rest is the same everywhere. */
export const TopBar = () => {
  const { text, settings, appSettings, session, signOut } = usePlayer()
  const { title, isLoading = false, canSignOut = true } = useAppBarState()
  const { firstName, lastName } = session.user
  // The page is loaded again with it, which nobody wants in the middle of an exam or a lesson.
  const { pathname } = useAddress()
  const isOnSchedules = /^\/schedules\b/.test(pathname)
  const mayChooseLanguage = /^\/(rubric|schedules)\b/.test(pathname)
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
          {/* What this browser has logged and not sent (spec 3 §2). */}
          <BarLink to="/logs" name="logs.title" icon="list" />
          {isOnSchedules && <BarLink to="/people" name="people.title" icon="person" />}
        </>
      )}
      {isOnSchedules && <BarLink to="/sign-ins" name="signIns.title" icon="lock" />}
      {canSignOut && (
        <Button variant="quiet" className={styles.signOut} aria-label={text('bar.signOut')} onPress={signOut}>
          <Icon name="signOut" className={styles.signOutIcon} />
          <span className={styles.signOutText}>{text('bar.signOut')}</span>
        </Button>
      )}
    </AppBar>
  )
}
