import { fetchDialog } from '@sitwell/app-shell/lazy-dialog.tsx'
import { RootFrame } from '@sitwell/app-shell/root-frame.tsx'
import { useAppShell } from '@sitwell/app-shell/shell-context.tsx'
import { StartUpWordsContext, useStartUpWords } from '@sitwell/app-shell/start-up/start-up-words.ts'
import { appPaths } from '@sitwell/contract/app-paths'
import type { Values } from '@sitwell/i18n/format'
import type { MessageId } from '@sitwell/i18n/message-ids'
import { NavigationProvider, useAddress } from '@sitwell/navigation/navigation.tsx'
import { createPageHistory } from '@sitwell/navigation/page-history.ts'
import { windowBelow } from '@sitwell/navigation/window-below.ts'
import { AppBarStateProvider } from '@sitwell/ui/app-bar-state.tsx'
import { useEffect, useMemo, useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { homeFor, pageFor } from '../pages.tsx'
import { OverPage } from '../session/over-page.tsx'
import { OwnShortcutsProvider } from '../shortcuts/own-shortcuts.tsx'
import { isSignInAddress } from '../start/office-steps.ts'
import { useOpensOffline } from '../start/use-opens-offline.ts'
import { ConnectionNotice } from './connection-notice.tsx'
import { OfficeBar } from './office-bar.tsx'
import { OfficeLink } from './office-link.tsx'
import { SideNavigation } from './office-navigation.tsx'
import { OfficePage } from './office-page.tsx'
import { SignOut } from './sign-out.tsx'
import styles from './signed-in.module.css'
import { useIsNarrow } from './use-is-narrow.ts'
import { useStrayDrops } from './use-stray-drops.ts'

const CurrentPage = () => {
  const { may, text } = useOffice()
  const page = pageFor(useAddress(), may)
  return (
    page ?? (
      <OfficePage title={text('office.notFoundTitle')}>
        <div className={styles.notFound}>
          <p>{text('office.notFound')}</p>
          <OfficeLink to={homeFor(may)}>{text('office.toHome')}</OfficeLink>
        </div>
      </OfficePage>
    )
  )
}

/** The pages behind the sign-in, and what is around them. */
const SignedIn = () => {
  const { may, facts, text } = useOffice()
  const words = useStartUpWords()
  // A mistake of a page is told in words of the office: nobody has answered anything here.
  const ownWords = useMemo(
    () => ({
      ...words,
      text: (id: MessageId, values?: Values) => (id === 'crash.text' ? text('office.crash') : words.text(id, values)),
    }),
    [words, text],
  )
  const { themes } = useAppShell()
  const isNarrow = useIsNarrow()
  const { orgId } = facts.organisation
  const { userGuid } = facts.person
  const home = homeFor(may)
  const [history] = useState(() =>
    createPageHistory(windowBelow(window, appPaths.office), ({ pathname }) =>
      pathname === '/' || isSignInAddress(pathname) ? home : undefined,
    ),
  )
  useStrayDrops()
  useOpensOffline()
  useEffect(() => void fetchDialog(), [])
  useEffect(() => themes.setScope({ orgId, userGuid }), [themes, orgId, userGuid])
  return (
    <NavigationProvider history={history}>
      <AppBarStateProvider>
        <StartUpWordsContext value={ownWords}>
          <RootFrame rule={() => 'allow'} signOut={<SignOut />}>
            <div className={styles.frame}>
              <OfficeBar />
              {!isNarrow && <SideNavigation />}
              <div className={styles.content}>
                <ConnectionNotice />
                <OwnShortcutsProvider>
                  <CurrentPage />
                </OwnShortcutsProvider>
              </div>
            </div>
          </RootFrame>
        </StartUpWordsContext>
        <OverPage />
      </AppBarStateProvider>
    </NavigationProvider>
  )
}

export default SignedIn
