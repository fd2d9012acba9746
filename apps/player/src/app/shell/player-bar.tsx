import { BarButton } from '@sitwell/app-shell/bar-button.tsx'
import { BarLink } from '@sitwell/app-shell/bar-link.tsx'
import { BarChip, TopBar } from '@sitwell/app-shell/top-bar.tsx'
import { useAddress } from '@sitwell/navigation/navigation.tsx'
import { useAppBarState } from '@sitwell/ui/app-bar-state.tsx'
import { usePlayer } from '../../context/player-context.tsx'
import { BugReportButton } from './bug-report-button.tsx'

/** The player's bar: what administrators and learners find in it, by the page on show. */
export const PlayerBar = () => {
  const { settings, appSettings, session, client, text } = usePlayer()
  const { pathname } = useAddress()
  const { isStaff } = useAppBarState()
  const isOnSchedules = /^\/schedules\b/.test(pathname)
  return (
    <TopBar
      // The page is loaded again with another language, which nobody wants in the middle of an exam or a lesson.
      mayChooseLanguage={/^\/(rubric|schedules)\b/.test(pathname)}
      chips={
        <>
          {settings.proctoringActive && settings.proctoringDebug && <BarChip>P</BarChip>}
          <BarChip data-testid="version">{settings.versionNumber ?? appSettings.appVersion}</BarChip>
        </>
      }
    >
      {session.user.admin && (
        <>
          <BugReportButton />
          {/* What this browser has logged and not sent (spec 3 §2). */}
          <BarLink to="/logs" name="logs.title" icon="list" />
          {isOnSchedules && <BarLink to="/people" name="people.title" icon="person" />}
        </>
      )}
      {isStaff && (
        <BarButton
          name={text('bar.office')}
          icon="document"
          onPress={() => location.assign(`/office/login?${client.urlToken}`)}
        />
      )}
      {isOnSchedules && <BarLink to="/sign-ins" name="signIns.title" icon="lock" />}
    </TopBar>
  )
}
