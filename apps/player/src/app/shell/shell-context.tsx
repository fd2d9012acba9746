import { AppShellProvider } from '@sitwell/app-shell/shell-context.tsx'
import type { ThemeState } from '@sitwell/themes/theme-state'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { PlayerApp } from '../create-player.ts'

const Context = createContext<PlayerApp | undefined>(undefined)

/** Gives the parts of the shell, the shared ones too, the player that they belong to. */
export const ShellProvider = ({
  player,
  themes,
  children,
}: {
  readonly player: PlayerApp
  readonly themes: ThemeState
  readonly children: ReactNode
}) => {
  const shell = useMemo(() => ({ app: player, themes }), [player, themes])
  return (
    <Context value={player}>
      <AppShellProvider value={shell}>{children}</AppShellProvider>
    </Context>
  )
}

/** What the shell's own parts (bar, dialogs, pages' frames) need of the app. Screens never see it. */
export const useShell = (): { readonly player: PlayerApp } => {
  const player = useContext(Context)
  if (player === undefined) throw new Error('useShell must be called inside of the shell')
  return { player }
}
