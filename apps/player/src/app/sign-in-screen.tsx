import { useMemo, useSyncExternalStore } from 'react'
import { PlayerProvider } from '../api/player-context.tsx'
import { SignInPage } from '../sign-in/sign-in-page.tsx'
import type { PlayerApp } from './create-player.ts'
import { contextsOf } from './screen-contexts.ts'
import { ShellProvider } from './shell/shell-context.tsx'
import { VisitorBar } from './shell/visitor-bar.tsx'
import { signInWith } from './sign-in-session.ts'
import type { ThemeState } from './themes/theme-state.ts'

/** The login page (spec 1 §2) on its own: pages and router load behind it. */
export const SignInScreen = ({
  player,
  themes,
  onSignedIn,
}: {
  readonly player: PlayerApp
  readonly themes: ThemeState
  onSignedIn(): void
}) => {
  const held = useSyncExternalStore(player.store.subscribe, player.store.get)
  const { visitor } = useMemo(() => contextsOf(held, player), [held, player])
  const signIn = useMemo(() => signInWith(player), [player])
  const shell = useMemo(() => ({ player, themes }), [player, themes])
  return (
    <PlayerProvider visitor={visitor} player={undefined}>
      <ShellProvider value={shell}>
        <VisitorBar />
        <SignInPage signIn={signIn} onSignedIn={onSignedIn} />
      </ShellProvider>
    </PlayerProvider>
  )
}
